import {
  type CodeRefusal,
  type ParsedCode,
  parseCode,
  refIdentity,
  withoutGrouping,
} from '../../../contract/voucher/voucher.ts';
import type { Issuer, IssuerReply, VoucherState } from '../../issuer/port.ts';
import { refuse } from '../../platform/http/problem.ts';

const REFUSAL_TEXTS: Record<CodeRefusal, string> = {
  empty: 'The code is empty.',
  'too-long': 'The code is longer than any voucher code.',
  'too-short': 'The code is shorter than any voucher code.',
  joined: 'The text contains several codes. Scan one at a time.',
  'foreign-link': 'This link does not lead to a voucher. Type the number that is printed on the voucher.',
  badge: 'This is the code of a badge, not of a voucher.',
  'not-a-code': 'The code contains characters that are not used in voucher codes.',
};

export type AcceptedCode = Exclude<ParsedCode, { kind: 'refused' }>;

/**
 * Parses a code that a browser sent.
 * @throws Problem 400 `bad-code` that explains what is wrong with the code without repeating it
 */
export function readCode(code: string): AcceptedCode {
  const parsed = parseCode(code);
  if (parsed.kind !== 'refused') return parsed;
  throw refuse('bad-code', { message: REFUSAL_TEXTS[parsed.reason], details: { field: 'code' } });
}

/** The text that identifies a code, for comparing a repeated request. Dashes do not count. */
export function codeValue(parsed: AcceptedCode): string {
  return parsed.kind === 'ref' ? withoutGrouping(parsed.ref) : parsed.voucherId;
}

/**
 * Looks up a voucher link by its id. That is the only way from a link to the ref that redeeming
 * needs.
 * @returns null if the issuer knows no such voucher
 * @throws Problem 422 `link-unreadable` without client credentials, 502 `issuer-unclear` without a
 * usable answer
 */
export async function followLink(issuer: Issuer, voucherId: string): Promise<VoucherState | null> {
  const reply: IssuerReply<VoucherState> = await issuer.checkByVoucherId(voucherId);
  switch (reply.outcome) {
    case 'found':
      return reply.value;
    case 'absent':
      return null;
    case 'not-configured':
      throw refuse('link-unreadable');
    case 'unclear':
      throw refuse('issuer-unclear', { message: 'The issuer did not report which voucher this link belongs to.' });
    default:
      return reply satisfies never;
  }
}

/**
 * Checks a ref as it was read. If the issuer does not know it, queries again in capitals, because
 * printed codes are often typed in lower case, and without dashes, because many are printed in
 * groups. Only one of these spellings exists, so they count as one code.
 */
export async function checkInEachSpelling(
  issuer: Pick<Issuer, 'checkByRef'>,
  ref: string,
): Promise<IssuerReply<VoucherState>> {
  let reply = await issuer.checkByRef(ref);
  for (const spelling of new Set([ref.toUpperCase(), refIdentity(ref)])) {
    if (reply.outcome !== 'absent') break;
    if (spelling !== ref) reply = await issuer.checkByRef(spelling);
  }
  return reply;
}
