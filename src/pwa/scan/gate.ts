import { LIMITS } from '../../contract/access/limits.ts';
import { ANY_NUMBER, fitsNumberShapes, type NumberShapes } from '../../contract/voucher/number-shapes.ts';
import { type CodeRefusal, type ParsedCode, parseCode, refIdentity } from '../../contract/voucher/voucher.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';

export type VoucherCode = Exclude<ParsedCode, { kind: 'refused' }>;

/** The gate's result for a scan. An ignored scan has a reason for a note, and no other effect. */
export type GateResult =
  | { readonly kind: 'accepted'; readonly parsed: VoucherCode; readonly scan: ScanEvent }
  | { readonly kind: 'ignored'; readonly reason: 'cooldown' | 'already-in-sale' | 'other-shape' | CodeRefusal };

/**
 * When each code was last accepted, by identity; only codes that are still cooling down are stored.
 */
export type GateState = ReadonlyMap<string, number>;

export const openGate: GateState = new Map();

/**
 * Decides if a scan is passed on to the check. It rejects codes that cannot be a voucher of the
 * shop, codes that the camera accepted within `LIMITS.scanCooldownMs`, and vouchers that the sale
 * already holds. A different code passes at once. Typed, pasted and hand-scanned codes are exempt
 * from the cooldown: only a camera reads codes unintentionally.
 * @param alreadyInSale true if the current sale holds this voucher
 * @param shapes those of the shop's voucher numbers
 */
export function passGate(
  state: GateState,
  scan: ScanEvent,
  alreadyInSale: (code: VoucherCode) => boolean,
  shapes: NumberShapes = ANY_NUMBER,
): { readonly state: GateState; readonly result: GateResult } {
  const parsed = parseCode(scan.text);
  if (parsed.kind === 'refused') return { state, result: { kind: 'ignored', reason: parsed.reason } };
  if (parsed.kind === 'ref' && !fitsNumberShapes(shapes, parsed.ref))
    return { state, result: { kind: 'ignored', reason: 'other-shape' } };
  const cooling = new Map([...state].filter(([, acceptedAt]) => isCooling(acceptedAt, scan.at)));
  const identity = codeIdentity(parsed);
  if (scan.source === 'camera' && cooling.has(identity))
    return { state: cooling, result: { kind: 'ignored', reason: 'cooldown' } };
  if (alreadyInSale(parsed)) return { state: cooling, result: { kind: 'ignored', reason: 'already-in-sale' } };
  return { state: cooling.set(identity, scan.at), result: { kind: 'accepted', parsed, scan } };
}

/** Times in the future do not count, so that a clock that was set back cannot block a code. */
function isCooling(acceptedAt: number, now: number): boolean {
  return now >= acceptedAt && now - acceptedAt < LIMITS.scanCooldownMs;
}

/** A text that is equal for two scans of one voucher; never shown and never sent. */
export function codeIdentity(code: VoucherCode): string {
  return code.kind === 'ref' ? `ref:${refIdentity(code.ref)}` : `link:${code.voucherId}`;
}
