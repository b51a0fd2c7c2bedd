import { LIMITS } from '../../contract/access/limits.ts';
import { type CodeRefusal, type ParsedCode, parseCode, refIdentity } from '../../contract/voucher/voucher.ts';
import type { ScanEvent } from './scan-event.ts';

/** A code that names a voucher: a ref or a voucher link. */
export type VoucherCode = Exclude<ParsedCode, { kind: 'refused' }>;

/**
 * What the gate made of a scan.
 *
 * An ignored scan has a reason to show in a note, and no other effect.
 */
export type GateResult =
  | { readonly kind: 'accepted'; readonly parsed: VoucherCode; readonly scan: ScanEvent }
  | { readonly kind: 'ignored'; readonly reason: 'cooldown' | 'already-in-sale' | CodeRefusal };

/**
 * When each code was last accepted, by its identity; only codes that are still cooling down are
 * kept.
 */
export type GateState = ReadonlyMap<string, number>;

/** The gate before any scan. */
export const openGate: GateState = new Map();

/**
 * Decides whether a scan goes on to the check: not a code that cannot name a voucher, not the same
 * code from the camera within `LIMITS.scanCooldownMs` of being accepted, not a voucher that the
 * sale already holds. A different code passes at once, and so does what somebody typed, pasted or
 * held under a hand scanner: only a camera reads what nobody meant it to.
 *
 * @param alreadyInSale whether the sale on screen holds this voucher
 */
export function passGate(
  state: GateState,
  scan: ScanEvent,
  alreadyInSale: (code: VoucherCode) => boolean,
): { readonly state: GateState; readonly result: GateResult } {
  const parsed = parseCode(scan.text);
  if (parsed.kind === 'refused') return { state, result: { kind: 'ignored', reason: parsed.reason } };
  const cooling = new Map([...state].filter(([, acceptedAt]) => isCooling(acceptedAt, scan.at)));
  const identity = codeIdentity(parsed);
  if (scan.source === 'camera' && cooling.has(identity))
    return { state: cooling, result: { kind: 'ignored', reason: 'cooldown' } };
  if (alreadyInSale(parsed)) return { state: cooling, result: { kind: 'ignored', reason: 'already-in-sale' } };
  return { state: cooling.set(identity, scan.at), result: { kind: 'accepted', parsed, scan } };
}

/** A clock that was set back must not keep a code out: only a time from now on counts. */
function isCooling(acceptedAt: number, now: number): boolean {
  return now >= acceptedAt && now - acceptedAt < LIMITS.scanCooldownMs;
}

/**
 * The text by which two scans of one voucher are known to be the same; never shown and never sent.
 */
export function codeIdentity(code: VoucherCode): string {
  return code.kind === 'ref' ? `ref:${refIdentity(code.ref)}` : `link:${code.voucherId}`;
}
