import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type Shift,
  type ShiftSummary,
  shiftSchema,
  shiftSummarySchema,
} from '../../features/closings/contract/shift.ts';
import { startVoucherService, type VoucherService } from '../../testing/crash/service.ts';
import { createBrowser, type TestBrowser } from '../../testing/test-server.ts';
import { createLogger } from '../platform/base/logging.ts';
import { type Clock, systemClock } from '../platform/base/ports.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Service, startService } from './service.ts';

const SETUP_CODE = 'SETUP-CODE-OF-TWO-DAYS';
const PINS = { Mia: '739146', Ana: '482915', Ben: '730264' } as const;
const DAY_MS = 24 * 60 * 60_000;
const WITHIN = { timeout: 40_000, interval: 100 };

let folder: string;
let issuer: VoucherService;
let service: Service;
let till: TestBrowser;
/** Advances our clock and the issuer's. */
let laterMs: number;
const clock: Clock = {
  now: () => systemClock.now() + laterMs,
  monotonic: () => systemClock.monotonic() + laterMs,
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
};

beforeEach(async () => {
  laterMs = 0;
  folder = mkdtempSync(join(tmpdir(), 'tillside-days-'));
  issuer = await startVoucherService(() => clock.now());
  const config = readConfig({
    ...issuer.env,
    SETUP_CODE,
    DATA_DIR: folder,
    PUBLIC_ORIGIN: 'http://till.test',
    PLAIN_HTTP: 'on',
    UPSTREAM_TIMEOUT_MS: '5000',
    SETTLE_WINDOW_MS: '1500',
  });
  service = await startService({ config, log: createLogger('silent'), pages: '', clock });
  till = createBrowser((request) => service.fetch(request));
  const manager = { name: 'Mia', pin: PINS.Mia };
  await till.send('POST', '/api/setup', { code: SETUP_CODE, device: { name: 'Till' }, manager });
  for (const name of ['Ana', 'Ben'] as const)
    await till.send('POST', '/api/people', { name, pin: PINS[name], role: 'cashier' });
});
afterEach(async () => {
  await service.close();
  await issuer.close();
  rmSync(folder, { recursive: true });
});

async function signIn(who: keyof typeof PINS): Promise<void> {
  const people = (await till.send('GET', '/api/people')).body as { id: string; name: string }[];
  const personId = people.find(({ name }) => name === who)?.id;
  expect((await till.send('POST', '/api/session', { personId, pin: PINS[who] })).status).toBeLessThan(300);
}

async function redeem(id: string, amount: number): Promise<void> {
  const code = await issuer.newVoucher();
  await till.send('PUT', `/api/tenders/${id}`, { code, amount, currency: 'SGD' });
}

const until = (path: string, what: object) =>
  vi.waitFor(async () => expect((await till.send('GET', path)).body).toMatchObject(what), WITHIN);

async function capture(amount: number): Promise<string> {
  const id = randomUUID();
  await redeem(id, amount);
  await until(`/api/tenders/${id}`, { state: 'captured' });
  return id;
}

async function shifts(query: string): Promise<ShiftSummary[]> {
  return z.array(shiftSummarySchema).parse((await till.send('GET', `/api/shifts?${query}`)).body);
}

async function close({ id }: Pick<Shift, 'id'>): Promise<Shift> {
  return shiftSchema.parse((await till.send('PUT', `/api/shifts/${id}/z`, {})).body);
}

it('the Z reports of two cashiers neither overlap nor miss anything after a lost answer, midnight and a refund of yesterday', async () => {
  await signIn('Ana');
  const first = await capture(300);
  await signIn('Ben');
  await capture(200);
  await signIn('Ana');
  await issuer.setFault({ name: 'silentAfterCommit', share: 1, seed: 1 });
  const cut = randomUUID();
  const sending = redeem(cut, 500);
  await until(`/api/tenders/${cut}`, { state: 'sent' });
  const [mine] = await shifts('mine=1');
  const ofAna = await close({ id: mine?.id ?? '' });
  expect(ofAna).toMatchObject({ number: 1, person: 'Ana', unsettled: [{ id: cut, amount: 500 }] });
  expect(ofAna.sums).toMatchObject([{ kind: 'redeemed', count: 1, amount: 300 }]);
  await sending;
  await until(`/api/tenders/${cut}`, { state: 'captured' });
  await issuer.setFault(null);

  laterMs = DAY_MS;
  await signIn('Mia');
  const refundId = randomUUID();
  await till.send('PUT', `/api/refunds/${refundId}`, { tenderId: first, reason: 'wrong voucher' });
  await until(`/api/refunds/${refundId}`, { state: 'refunded' });
  await vi.waitFor(async () => {
    const [late, ofBen] = await shifts(`day=${ofAna.day}`);
    expect(ofBen).toMatchObject({ person: 'Ben', number: 2, closedBy: 'next-day' });
    expect(late).toMatchObject({ person: 'Ana', number: 3, closedBy: 'next-day' });
  }, WITHIN);
  const [late, ofBen] = await shifts(`day=${ofAna.day}`);
  expect(ofBen?.sums).toMatchObject([{ kind: 'redeemed', count: 1, amount: 200 }]);
  const { body } = await till.send('GET', `/api/shifts/${late?.id}`);
  expect(shiftSchema.parse(body)).toMatchObject({
    sums: [{ kind: 'redeemed', count: 1, amount: 500 }],
    carried: [{ id: cut, from: 1, amount: 500 }],
  });
  const [open] = await shifts('mine=1');
  const ofMia = await close({ id: open?.id ?? '' });
  expect(ofMia).toMatchObject({ number: 4, person: 'Mia', sums: [{ kind: 'refunded', count: 1, amount: 300 }] });
  expect(ofMia.carried).toMatchObject([{ id: refundId, from: 1 }]);
  expect((await shifts(`day=${ofAna.day}&to=${ofMia.day}`)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
}, 120_000);
