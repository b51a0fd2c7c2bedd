import { badgeIn } from '../../../contract/access/badge.ts';
import { type CodeRefusal, parseCode } from '../../../contract/voucher/voucher.ts';
import { isTestText } from './test-code.ts';

/** What a till takes a text for. */
export type TakenFor =
  | { readonly kind: 'test' | 'link' | 'ref' | 'receipt' | 'badge' }
  /** It does nothing with it, and says why. */
  | { readonly kind: 'ignored'; readonly reason: CodeRefusal };

const RECEIPT = /^R-[0-9A-F]{8}$/i;

/** Tells what a till takes a text for, without asking anybody. */
export function takenFor(text: string): TakenFor {
  if (isTestText(text)) return { kind: 'test' };
  if (RECEIPT.test(text.trim())) return { kind: 'receipt' };
  if (badgeIn(text) !== null) return { kind: 'badge' };
  const parsed = parseCode(text);
  return parsed.kind === 'refused' ? { kind: 'ignored', reason: parsed.reason } : { kind: parsed.kind };
}
