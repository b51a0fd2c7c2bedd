import fc from 'fast-check';
import type { Transaction } from '../contract/transaction.ts';

const word = fc.constantFrom('', 'a', 'b', 'ç"\n');
const time = fc.option(fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString()));

/** Any transaction that a page may be sent. Its words are few, so that many of them share some. */
export const anyTransaction: fc.Arbitrary<Transaction> = fc.record({
  id: fc.string(),
  type: fc.constantFrom('capture', 'refund', 'authorization', 'activation', 'other'),
  rawType: word,
  status: fc.constantFrom('succeeded', 'failed', 'unknown'),
  rawStatus: word,
  mid: word,
  amount: fc.option(fc.maxSafeInteger()),
  currency: fc.constantFrom('', 'SGD', 'MYR'),
  at: time,
  updatedAt: time,
  vouchers: fc.array(fc.record({ last4: word, tag: word, product: fc.option(word) }), { maxLength: 3 }),
  by: fc.option(
    fc.record({
      operation: fc.constantFrom('tender', 'refund', 'activation', 'orphan'),
      id: word,
      person: fc.option(word),
      device: fc.option(word),
    }),
  ),
});
