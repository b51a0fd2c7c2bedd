import { Hono } from 'hono';
import * as z from 'zod';
import { PRODUCT_CLASS } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { parseZonedTime, transactionTime } from './formats.ts';
import { jsonBody, respond } from './json.ts';
import type { Ledger } from './ledger.ts';
import type { StoredTransaction } from './ledger-schema.ts';
import { failedReply, succeededReply } from './merchant-replies.ts';

/** Default and largest page size; the specification shows neither. */
const PAGE_SIZE_DEFAULT = 100;
const PAGE_SIZE_MAX = 500;
/** The one code of a successful action; the specification shows no values. */
const DONE_CODE = 'ERV0000';

const time = z.string().transform((text, issue) => {
  const at = parseZonedTime(text);
  if (at !== null) return at;
  issue.addIssue('Use YYYY-MM-DDThh:mm:ssTZD');
  return z.NEVER;
});

const searchSchema = z
  .object({
    from: time,
    to: time,
    page_size: z.int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
    page_index: z.int().min(0).max(1_000_000).default(0),
  })
  .refine(({ from, to }) => from <= to);

/**
 * POST /v1/transactions/actions/search: the transactions of the merchant of the shop, in any of its
 * shops, newest first.
 */
export function searchRoutes({ ledger, now, shops }: Deps): Hono<Env> {
  return new Hono<Env>().post('/v1/transactions/actions/search', async (c) => {
    const request = searchSchema.safeParse(await jsonBody(c));
    if (!request.success) return respond(c, failedReply('ERV0009', 'The request is not valid'));
    const { from, to, page_size: size, page_index: index } = request.data;
    const found = ledger.search({ from, to, now: now(), mids: shops.midsOfAccount(c.get('shop')) }, { size, index });
    return respond(c, succeededReply({ data: found.map((transaction) => row(ledger, transaction)) }));
  });
}

function row(ledger: Ledger, transaction: StoredTransaction) {
  const { id, type, mid, amount, currency } = transaction;
  const action = {
    ref: id,
    type,
    status: 'Succeeded',
    codes: [DONE_CODE],
    timestamp: transactionTime(transaction.created_at),
  };
  return {
    transaction_id: id,
    status: 'Succeeded',
    type,
    mid,
    ...(amount !== null && { amount }),
    ...(currency !== null && { currency }),
    created: transactionTime(transaction.created_at),
    last_updated: transactionTime(transaction.updated_at),
    vouchers: ledger.entries(id).map((entry) => ({
      ref: entry.ref,
      product_class: PRODUCT_CLASS,
      product_code: entry.product_code,
      product_label: entry.product_name,
      using_value: entry.using_value,
      actions: [action],
    })),
  };
}
