import { parseCode } from '../../contract/voucher/voucher.ts';
import type { Decoded } from '../../reader/decode-protocol.ts';
import { TOGETHER_MS } from './limits.ts';

/** Accepted codes that wait to be reported with others of the same view, and since when, ms. */
export type CollectedView = { readonly codes: readonly Decoded[]; readonly since: number } | null;

/**
 * Collects the codes of one view, so that the user can choose.
 * @param read accepted since the last picture
 * @param isOpen this picture shows another code that does not count yet
 * @returns `told`: one code, or several that were in view together; empty while waiting
 */
export function collectView(
  before: CollectedView,
  { read, isOpen }: { readonly read: readonly Decoded[]; readonly isOpen: boolean },
  at: number,
): { readonly state: CollectedView; readonly told: readonly Decoded[] } {
  const codes = [...(before?.codes ?? []), ...read];
  const since = before?.since ?? at;
  if (codes.length === 0) return { state: null, told: [] };
  if (isOpen && at - since < TOGETHER_MS) return { state: { codes, since }, told: [] };
  return { state: null, told: choices(codes) };
}

/**
 * Removes codes that cannot be a voucher if others can, such as the address of the shop's web site
 * on a card.
 */
export function choices(codes: readonly Decoded[]): readonly Decoded[] {
  const useful = codes.filter(({ text }) => parseCode(text).kind !== 'refused');
  return useful.length > 0 ? useful : codes.slice(0, 1);
}
