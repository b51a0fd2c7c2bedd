import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AttentionItem } from '../../../contract/redemption/attention.ts';
import type { FaultName } from '../../../sandbox/fault-table.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { at, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createBrowser, SETUP_CODE, type TestBrowser } from '../../../testing/test-server.ts';
import { ISSUER_CALLS } from '../../app/feature-tables.ts';
import { type Service, startService } from '../../app/service.ts';
import { type FeatureCalls, withFeatureCalls } from '../../issuer/feature-calls.ts';
import { createHttpIssuer, type HttpIssuer } from '../../issuer/http.ts';
import { createPauses } from '../../issuer/pause.ts';
import { createLogger } from '../../platform/base/logging.ts';
import { systemClock } from '../../platform/base/ports.ts';
import { readConfig } from '../../platform/config/config.ts';

/**
 * Stories with the whole server and the embedded voucher service with its own ledger, in real time.
 */

const PATIENCE = { timeout: 20_000, interval: 100 };
const SWEEP_EVERY_MS = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'tillside-attention-'));
const logged: string[] = [];
let sandbox: Sandbox;
let service: Service;
let issuer: HttpIssuer & FeatureCalls;
let office: TestBrowser;

beforeAll(async () => {
  sandbox = await startSandbox({ directory: ':memory:' });
  const [shop] = sandbox.shops;
  const config = readConfig({
    DATA_DIR: folder,
    SETUP_CODE,
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: sandbox.merchantBaseUrl,
    MERCHANT_CLIENT_ID: shop.clientId,
    MERCHANT_CLIENT_SECRET: shop.clientSecret,
    MERCHANT_MID: shop.mid,
    SWEEP_EVERY_MS: String(SWEEP_EVERY_MS),
    PUBLIC_ORIGIN: 'http://till.test',
  });
  service = await startService({
    config,
    log: createLogger('debug', { write: (line) => logged.push(line) }),
    pages: '',
  });
  if (!config.remote) throw new Error('the voucher service is elsewhere in this story');
  const connected = createHttpIssuer({
    config: { ...config.terms, ...config.remote },
    clock: systemClock,
    pauses: createPauses(systemClock)(''),
  });
  issuer = withFeatureCalls(connected, ISSUER_CALLS);
  const { browser } = await setUpShop({ browser: () => createBrowser((request) => service.fetch(request)) });
  office = browser;
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

interface Books {
  readonly vouchers: readonly { readonly remaining: number }[];
  readonly transactions: readonly {
    readonly type: string;
    readonly transactionId: string;
    readonly refundId: string | null;
  }[];
}

/** The rows of a voucher in the voucher service's ledger. */
async function booksOf(ref: string): Promise<Books> {
  const answer = await fetch(`${sandbox.origin}/sandbox/ledger`, { method: 'POST', body: JSON.stringify({ ref }) });
  return (await answer.json()) as Books;
}

async function failNext(fault: FaultName | null): Promise<void> {
  const how =
    fault === null ? { method: 'DELETE' } : { method: 'POST', body: JSON.stringify({ rates: { [fault]: 1 } }) };
  expect((await fetch(`${sandbox.origin}/sandbox/faults`, how)).ok).toBe(true);
}

async function take(ref: string, amount: number): Promise<{ id: string; state: string }> {
  const { body } = await office.send('PUT', `/api/tenders/${randomUUID()}`, { code: ref, amount, currency: 'SGD' });
  return { id: textAt(body, 'id'), state: textAt(body, 'state') };
}

/** Requests a refund and returns it once its outcome is known. */
async function refunded(tenderId: string): Promise<{ state: string; refundId: string }> {
  const path = `/api/refunds/${randomUUID()}`;
  expect((await office.send('PUT', path, { tenderId, reason: 'wrong voucher' })).status).toBe(201);
  const settled = async () => {
    const { body } = await office.send('GET', path);
    return ['sent', 'unknown'].includes(textAt(body, 'state')) ? null : body;
  };
  const body = await vi.waitUntil(settled, PATIENCE);
  return { state: textAt(body, 'state'), refundId: textAt(body, 'refundId') };
}

const attention = async () => (await office.send('GET', '/api/attention')).body as AttentionItem[];

describe('over the embedded voucher service', { timeout: 30_000 }, () => {
  it('a refund with a lost answer is found, and the service’s records show one refund', async () => {
    const ref = 'SG1234567890';
    const { id: tenderId } = await take(ref, 1500);
    await failNext('dropAfterCommit');
    const refund = await refunded(tenderId);
    await failNext(null);
    expect(refund.state).toBe('refunded');
    const { vouchers, transactions } = await booksOf(ref);
    expect(vouchers).toMatchObject([{ remaining: 5000 }]);
    expect(transactions.filter(({ type }) => type === 'Refund')).toMatchObject([{ transactionId: refund.refundId }]);
    const again = await office.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId, reason: 'wrong voucher' });
    expect(at(again.body, 'error', 'code')).toBe('not-refundable');
  });

  it('a refund that the issuer reports as already made is not reported as declined', async () => {
    const ref = 'AB123456789';
    const { id: tenderId } = await take(ref, 500);
    const captureId = textAt((await office.send('GET', `/api/tenders/${tenderId}`)).body, 'captureId');
    expect(await issuer.refund({ scope: 'edr', captureId, ref })).toMatchObject({ outcome: 'succeeded' });
    expect((await refunded(tenderId)).state).toBe('refunded');
    expect((await booksOf(ref)).transactions.filter(({ type }) => type === 'Refund')).toHaveLength(1);
  });

  it('a capture after a refusal is found and refunded, and a capture without a request from this shop is listed', async () => {
    const card = sandbox.practiceVouchers().find(({ sequence }) => sequence === '000102');
    const ref = card?.ref ?? '';
    const declined = await take(ref, 2000);
    expect(declined.state).toBe('declined');
    await issuer.activate({ start: '000102', end: '000102' });
    const order = (amount: number, from: string) => ({
      ref: from,
      worth: { amount, currency: 'SGD' },
      returnVouchersInfo: false,
    });
    expect(await issuer.redeem(order(2000, ref), () => undefined)).toMatchObject({ outcome: 'captured' });
    expect(await issuer.redeem(order(300, '1234567890'), () => undefined)).toMatchObject({ outcome: 'captured' });
    const items = await vi.waitUntil(async () => (await attention()).length === 2 && attention(), PATIENCE);
    const late = items.find(({ kind }) => kind === 'late');
    const orphan = items.find(({ kind }) => kind === 'orphan');
    expect(late).toMatchObject({ id: declined.id, amount: { amount: 2000 }, last4: ref.slice(-4) });
    expect(orphan).toMatchObject({ amount: { amount: 300 }, last4: '7890' });
    const given = await office.send('POST', `/api/attention/${late?.id}`, {
      action: 'refund',
      reason: 'the customer has left',
    });
    expect([given.status, given.body]).toEqual([200, { item: null }]);
    const closed = await office.send('POST', `/api/attention/${orphan?.id}`, {
      action: 'close',
      reason: 'the old till',
    });
    expect([closed.status, closed.body]).toEqual([200, { item: null }]);
    const { vouchers, transactions } = await booksOf(ref);
    expect(vouchers).toMatchObject([{ remaining: 5000 }]);
    expect(transactions.find(({ type }) => type === 'Capture')?.refundId).not.toBeNull();
    expect(await attention()).toEqual([]);
    expect(logged.join('')).not.toContain(ref);
  });
});
