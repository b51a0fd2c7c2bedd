import type { ClientVoucher } from '../../../bff/issuer/port.ts';
import type { IssuedVoucher } from '../contract/issue.ts';
import type { OpenRequest } from './issue-facts.ts';
import { type IssueJournal, type IssueRecord, SoldBefore } from './issue-store.ts';
import type { VoucherCalls } from './issuer-calls.ts';

export type IssueAnswer = Awaited<ReturnType<VoucherCalls['issue']>>;
type IssuedAnswer = Extract<IssueAnswer, { outcome: 'succeeded' | 'partial' }>;

/** Sends a request, for the first time or again: the issuer issues vouchers once for each key. */
export function requestVouchers(
  issuer: Pick<VoucherCalls, 'issue'>,
  { order }: IssueRecord,
  { key, quantity }: Pick<OpenRequest, 'key' | 'quantity'>,
): Promise<IssueAnswer> {
  const { productCode, faceValue, clientReference } = order;
  return issuer.issue({
    productCode,
    quantity,
    idempotencyKey: key,
    ...(faceValue !== null && { faceValue }),
    ...(clientReference !== null && { clientReference }),
  });
}

/**
 * Writes the vouchers of an answer together with the fact of their arrival.
 * @returns null for the answer to another order, whose vouchers the shop has already: nothing is
 * written
 * @throws as the journal
 */
export async function writeVouchers(
  journal: IssueJournal,
  issue: IssueRecord,
  answer: IssuedAnswer,
): Promise<IssueRecord | null> {
  const refusal = answer.outcome === 'partial' ? answer.refusal : null;
  try {
    return await journal.issued(issue, answer.value.vouchers.map(issuedVoucher), refusal);
  } catch (error) {
    if (error instanceof SoldBefore) return null;
    throw error;
  }
}

function issuedVoucher(voucher: ClientVoucher): IssuedVoucher {
  const { ref, voucherId, name, product, remaining, status, expiresAt, url, shortUrl, shortUrlPin } = voucher;
  return {
    code: ref,
    voucherId,
    name,
    productName: product?.name ?? null,
    remaining,
    status,
    expires: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    url,
    shortUrl,
    pin: shortUrlPin,
  };
}
