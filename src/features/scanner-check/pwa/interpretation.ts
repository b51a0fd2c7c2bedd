import { badgeIn } from '../../../contract/access/badge.ts';
import { type CodeRefusal, parseCode } from '../../../contract/voucher/voucher.ts';
import { isTestText } from './test-code.ts';

/** The interpretation of a text by a till. */
export type Interpretation =
  | { readonly kind: 'test' | 'link' | 'ref' | 'receipt' | 'badge' }
  | { readonly kind: 'ignored'; readonly reason: CodeRefusal };

const RECEIPT = /^R-[0-9A-F]{8}$/i;

/** Interprets a text without any request. */
export function interpretText(text: string): Interpretation {
  if (isTestText(text)) return { kind: 'test' };
  if (RECEIPT.test(text.trim())) return { kind: 'receipt' };
  if (badgeIn(text) !== null) return { kind: 'badge' };
  const parsed = parseCode(text);
  return parsed.kind === 'refused' ? { kind: 'ignored', reason: parsed.reason } : { kind: parsed.kind };
}
