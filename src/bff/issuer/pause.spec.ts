import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/clock.ts';
import { createIssuerRig, jsonAnswer } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer, type RawServer } from '../../testing/raw-server.ts';
import type { HttpIssuer } from './http.ts';
import { type AccountPauses, createPauses } from './pause.ts';

const REF = '4000123456';
const order = { ref: REF, worth: { amount: 2000, currency: 'SGD' } } as const;
const HOUR_MS = 3_600_000;
const PAUSED = 'the issuer requested a pause';

const rig = createIssuerRig();
afterEach(() => rig.close());

let clock: ManualClock;
let pauses: (account: string) => AccountPauses;
/** The answer to the next request; afterwards every page is empty. */
let next: string | null;
let server: RawServer;
beforeEach(async () => {
  clock = createManualClock();
  pauses = createPauses(clock);
  next = null;
  server = await rig.serve(() => {
    const answer = next ?? jsonAnswer({ data: [], meta: { status: 'succeeded' } });
    next = null;
    return answer;
  });
});

const issuerOf = (account: string, changes = {}) => rig.issuerAt(server, changes, clock, pauses(account));
const busy = (status: number, retryAfter: string, more = {}) =>
  httpAnswer(status, '{}', { 'retry-after': retryAfter, ...more });
const search = (issuer: HttpIssuer) => issuer.searchPage({ from: 0, to: 1 }, 0);
const redeem = (issuer: HttpIssuer, onFirstByte = () => {}) => issuer.redeem(order, onFirstByte);
const refund = (issuer: HttpIssuer) => issuer.refund({ scope: 'edr', captureId: '12', ref: REF }, () => {});

/** Has the issuer answer a search like this. @returns what arrived since */
async function paused(issuer: HttpIssuer, answer: string) {
  next = answer;
  await search(issuer);
  const before = server.requests.length;
  return () => server.requests.length - before;
}

describe('a pause that the issuer requests', () => {
  it.each([429, 503])('stops every request of the account’s shops until it ends (%s)', async (status) => {
    const first = issuerOf('a');
    const sister = issuerOf('a', { merchantClientId: 'shop-2' });
    const arrived = await paused(first, busy(status, '30'));
    for (const issuer of [first, sister]) {
      expect(issuer.pauseMs()).toBe(30_000);
      expect(await search(issuer)).toEqual({ outcome: 'unclear', reason: PAUSED });
      expect(await issuer.checkByRef(REF)).toEqual({ outcome: 'unclear', reason: PAUSED });
      expect(await redeem(issuer)).toEqual({ outcome: 'not-sent', reason: PAUSED });
      expect(await refund(issuer)).toEqual({ outcome: 'not-sent', reason: PAUSED });
    }
    expect(arrived()).toBe(0);
    await clock.advance(30_000);
    await Promise.all([search(first), redeem(sister)]);
    expect(arrived()).toBe(2);
  });

  it('also begins after the answer to a check or a redemption, whose outcome is then unknown', async () => {
    for (const ask of [(issuer: HttpIssuer) => issuer.checkByRef(REF), redeem]) {
      const issuer = issuerOf('a');
      next = busy(429, '7');
      expect(await ask(issuer)).toMatchObject({ outcome: ask === redeem ? 'unknown' : 'unclear' });
      expect(issuer.pauseMs()).toBe(7_000);
      await clock.advance(7_000);
    }
  });

  it('affects only the account after a 429, and all accounts at that origin after a 503', async () => {
    const other = issuerOf('b');
    await paused(issuerOf('a'), busy(429, '30'));
    expect((await search(other)).outcome).toBe('found');
    await clock.advance(30_000);
    await paused(issuerOf('a'), busy(503, '30'));
    expect(other.pauseMs()).toBe(30_000);
  });

  it('does not affect another origin', async () => {
    const elsewhere = await rig.serve(() => jsonAnswer({ data: [], meta: { status: 'succeeded' } }));
    const issuer = issuerOf('a', { merchantBaseUrl: elsewhere.origin });
    next = busy(503, '30');
    await issuer.checkByRef(REF);
    expect((await search(issuer)).outcome).toBe('found');
    expect(elsewhere.requests).toHaveLength(1);
  });

  it('lasts just as long if this server’s clock is set meanwhile', async () => {
    const issuer = issuerOf('a');
    const arrived = await paused(issuer, busy(429, '30'));
    clock.jump(HOUR_MS);
    await redeem(issuer);
    clock.jump(-2 * HOUR_MS);
    await clock.advance(29_999);
    await redeem(issuer);
    expect(arrived()).toBe(0);
    await clock.advance(1);
    await redeem(issuer);
    expect(arrived()).toBe(1);
  });

  it.each([-HOUR_MS, 0, HOUR_MS])('lasts until its date by the issuer’s clock (ours: %s ms off)', async (offMs) => {
    const date = (ms: number) => new Date(clock.now() + offMs + ms).toUTCString();
    const issuer = issuerOf('a');
    await paused(issuer, busy(503, date(20_000), { date: date(0) }));
    expect(issuer.pauseMs()).toBe(20_000);
  });

  it('lasts a second after a 429 without a time, and does not begin after a 503 without a time or after another status', async () => {
    for (const [answer, pauseMs] of [
      [httpAnswer(429, '{}'), 1_000],
      [httpAnswer(503, '{}'), 0],
      [busy(500, '30'), 0],
      [busy(200, '30'), 0],
    ] as const) {
      const issuer = issuerOf('a');
      await paused(issuer, answer);
      expect(issuer.pauseMs()).toBe(pauseMs);
      await clock.advance(pauseMs);
    }
  });

  it('is extended by a later answer, but never shortened', async () => {
    const issuer = issuerOf('a');
    await paused(issuer, busy(429, '10'));
    const pause = pauses('a')(server.origin);
    pause.note(429, 2_000);
    expect(issuer.pauseMs()).toBe(10_000);
    pause.note(503, 12_000);
    expect(issuer.pauseMs()).toBe(12_000);
  });
});

describe('during a short pause', () => {
  it('a check waits for the end', async () => {
    const issuer = issuerOf('a');
    const arrived = await paused(issuer, busy(429, '3'));
    const searching = search(issuer);
    const checking = issuer.checkByRef(REF);
    await clock.advance(2_999);
    expect(arrived()).toBe(0);
    await clock.advance(1);
    expect((await searching).outcome).toBe('found');
    expect((await checking).outcome).not.toBe('unclear');
    expect(arrived()).toBe(2);
  });

  it('an order of vouchers waits for the end, because it has an idempotency key', async () => {
    const issuer = issuerOf('a');
    const arrived = await paused(issuer, busy(429, '3'));
    const vouchers = { productCode: 'P', quantity: 1, faceValue: 100, clientReference: 'ref', idempotencyKey: 'key' };
    const issuing = issuer.issue(vouchers);
    await clock.advance(2_999);
    expect(arrived()).toBe(0);
    await clock.advance(1);
    expect((await issuing).outcome).toBe('unknown');
    expect(arrived()).toBe(1);
  });

  it('a check is not sent if its caller no longer waits for it', async () => {
    const issuer = issuerOf('a');
    const arrived = await paused(issuer, busy(429, '3'));
    const gone = new AbortController();
    const searching = issuer.searchPage({ from: 0, to: 1 }, 0, gone.signal);
    gone.abort(new Error('gone'));
    expect((await searching).outcome).toBe('unclear');
    await clock.advance(3_000);
    expect(arrived()).toBe(0);
  });

  it('a check is not sent if the pause is extended beyond the wait', async () => {
    const issuer = issuerOf('a');
    const arrived = await paused(issuer, busy(429, '3'));
    const searching = search(issuer);
    pauses('a')(server.origin).note(429, 5_000);
    await clock.advance(3_000);
    expect(await searching).toEqual({ outcome: 'unclear', reason: PAUSED });
    expect(arrived()).toBe(0);
  });
});

it('a redemption still waiting for its connection when a pause begins is not sent', async () => {
  const issuer = issuerOf('a');
  let left = 0;
  const redeeming = redeem(issuer, () => (left += 1));
  pauses('a')(server.origin).note(429, 5_000);
  expect(await redeeming).toMatchObject({ outcome: 'not-sent' });
  expect([left, server.requests.length]).toEqual([0, 0]);
});
