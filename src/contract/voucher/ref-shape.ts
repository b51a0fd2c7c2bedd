import { parseCode } from './voucher.ts';

/**
 * Known shapes of refs, the codes for redeeming a card. Digits alone may also be a sequence number.
 */
const REF_SHAPES = [/^\d{10}$/, /^[A-Za-z]{2}\d{9,10}$/, /^[A-Za-z0-9]{12}$/];

/**
 * The kind of a text that was scanned or typed in place of a sequence number. `either`: digits that
 * also have the shape of a ref.
 */
export type NumberKind = 'sequence' | 'code' | 'either' | 'neither';

/** Judges a text without spaces by its shape alone. */
export function numberKind(text: string): NumberKind {
  const isRef = REF_SHAPES.some((shape) => shape.test(text));
  if (/^\d+$/.test(text)) return isRef ? 'either' : 'sequence';
  return isRef || parseCode(text).kind === 'link' ? 'code' : 'neither';
}

/** True if a text may be the code for redeeming a card. Such a code is as good as money. */
export function isRefLike(text: string): boolean {
  const kind = numberKind(text);
  return kind === 'code' || kind === 'either';
}
