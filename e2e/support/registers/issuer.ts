import { randomUUID } from 'node:crypto';
import { CLIENT } from '../../../src/sandbox/credentials.ts';
import type { FaultRates } from '../../../src/sandbox/faults.ts';
import type { BookedCapture } from '../../../src/testing/registers/judge.ts';

/** Direct access to the voucher service for tests with registers. */

/** Vouchers of SGD 50.00 that are used in parts. */
const PRODUCT = 'ABCV050SG01';
export const VOUCHER_HOLDS = 5_000;
const BATCH = 20;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * Creates unused vouchers. @param service origin of the voucher service, while it causes no faults
 */
export async function newVouchers(service: string, count: number): Promise<string[]> {
  const form = {
    grant_type: 'client_credentials',
    scope: 'issue_vouchers',
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
  };
  const token = (await ask(`${service}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })) as { access_token: string };
  const refs: string[] = [];
  while (refs.length < count) {
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${token.access_token}`, 'Idempotency-Key': randomUUID() };
    const init = { method: 'POST', headers, body: JSON.stringify({ quantity: BATCH }) };
    const issued = (await ask(`${service}/client/v3/products/${PRODUCT}`, init)) as { vouchers: readonly { voucher_code: string }[] };
    refs.push(...issued.vouchers.map(({ voucher_code }) => voucher_code));
  }
  return refs;
}

/**
 * The rates of all faults: nearly half of all redemptions fail. A partial amount with a lost answer
 * would need a manager's decision, so it is excluded.
 */
const RATES: FaultRates = {
  dropAfterCommit: 0.06,
  dropBeforeCommit: 0.06,
  silentAfterCommit: 0.04,
  silentBeforeCommit: 0.05,
  lateCommit: 0.06,
  lateAnswer: 0.03,
  errorAfterCommit: 0.05,
  errorBeforeCommit: 0.05,
  badGatewayAfterCommit: 0.02,
  halfBodyAfterCommit: 0.02,
  pageAfterCommit: 0.02,
  lateInSearch: 0.02,
  swappedAnswer: 0.02,
  duplicatedAnswer: 0.02,
  staleAnswer: 0.01,
  contradictoryAnswer: 0.02,
};
/**
 * With these, a late commit is later than the server's timeout, but everything is over before the
 * server concludes that nothing happened.
 */
export const DELAYS = { SANDBOX_LATE_COMMIT_MS: '3000', SANDBOX_LATE_ANSWER_MS: '900', SANDBOX_SEARCH_LAG_MS: '2500' };

/** From now on, a share of the redemptions fails in some way, selected by a seed; null: none. */
export async function makeTrouble(service: string, seed: number | null): Promise<void> {
  const body = JSON.stringify(seed === null ? { rates: {} } : { rates: RATES, seed });
  await ask(`${service}/sandbox/faults`, { method: 'POST', headers: JSON_TYPE, body });
}

interface Books {
  readonly transactions: readonly {
    readonly transactionId: string;
    readonly type: string;
    readonly amount: number | null;
    readonly entries: readonly { readonly ref: string }[];
  }[];
}

/** All captures of the ledger by ref. */
export async function bookedCaptures(service: string): Promise<ReadonlyMap<string, readonly BookedCapture[]>> {
  const { transactions } = (await ask(`${service}/sandbox/ledger`, {})) as Books;
  const byRef = new Map<string, BookedCapture[]>();
  for (const { transactionId, type, amount, entries } of transactions) {
    if (type !== 'Capture') continue;
    for (const { ref } of entries) byRef.set(ref, [...(byRef.get(ref) ?? []), { id: transactionId, amount: amount ?? 0 }]);
  }
  return byRef;
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}
