import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import { type ActivationView, isActivationOpen } from '../../features/gift-cards/contract/activation.ts';
import { type IssueView, isIssueOpen } from '../../features/selling/contract/issue.ts';
import type { FaultName } from '../../sandbox/fault-table.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { createFastClock } from '../../testing/fast-clock.ts';
import { createIssuerRig } from '../../testing/issuer/issuer-rig.ts';
import { SAM } from '../../testing/rigs/cards.ts';
import { ANA, createTestParts, MEI } from '../../testing/rigs/till.ts';
import { type Clock, systemClock } from '../platform/base/ports.ts';
import { stopParts } from './start-parts.ts';

/**
 * Stories over the embedded voucher service through its real wire.
 *
 * Its own books are compared with ours, card by card and voucher by voucher.
 */

const QUICK = { lateCommitMs: 400, lateAnswerMs: 400, silenceMs: 2_000, searchLagMs: 0 };
const TIMEOUT_MS = 250;
/** Each of them strikes one call in ten. */
const SILENT: readonly FaultName[] = [
  'silentAfterCommit',
  'silentBeforeCommit',
  'lateCommit',
  'lateAnswer',
  'dropAfterCommit',
];
const LOUD: readonly FaultName[] = [
  'dropBeforeCommit',
  'errorAfterCommit',
  'errorBeforeCommit',
  'unauthorizedAfterCommit',
  'pageAfterCommit',
  'badGatewayAfterCommit',
  'halfBodyAfterCommit',
  'failedInSuccess',
];

const rig = createIssuerRig();
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = rig.closing(await startSandbox({ directory: ':memory:', delays: QUICK }));
});
afterEach(() => rig.close());

/** A server on a database of its own. */
async function openShop(clock: Clock) {
  const [shop] = sandbox.shops;
  const issuer = rig.issuerAt(sandbox, {
    merchantBaseUrl: sandbox.merchantBaseUrl,
    merchantClientId: shop.clientId,
    merchantClientSecret: shop.clientSecret,
    client: {
      baseUrl: sandbox.clientBaseUrl,
      token: { kind: 'fetched', url: sandbox.tokenUrl, ...sandbox.client },
      pair: null,
    },
    upstreamTimeoutMs: TIMEOUT_MS,
  });
  const parts = await createTestParts({ issuer, clock });
  await parts.settings.write(MEI, { pinAboveCards: LIMITS.cardsPerActivationMax });
  rig.closing({ close: () => stopParts(parts) });
  return parts;
}

async function strike(names: readonly FaultName[], seed: number): Promise<void> {
  const rates = Object.fromEntries(names.map((name) => [name, 0.1]));
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.origin}/sandbox/faults`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ rates, seed }),
  });
  expect(answer.status).toBe(200);
}

interface Booked {
  readonly ref: string;
  readonly productCode: string;
  readonly status: string;
  readonly faceValue: number;
  readonly sequence: string | null;
}

async function books(): Promise<readonly Booked[]> {
  const answer = await fetch(`${sandbox.origin}/sandbox/ledger`);
  const { vouchers } = (await answer.json()) as { vouchers: readonly Booked[] };
  return vouchers;
}

describe('selling 500 vouchers while every tenth call fails in each of many ways', () => {
  it.each([
    ['silently', SILENT],
    ['loudly', LOUD],
  ])(
    'leaves records at the voucher service that match the order exactly, failing %s',
    { timeout: 120_000 },
    async (_, names) => {
      const { issues } = await openShop(createFastClock(100));
      await strike(names, 7);
      const before = new Set((await books()).map(({ ref }) => ref));
      const id = randomUUID();
      const put = await issues.put(ANA, id, { productCode: 'ABCVOPNSG01', quantity: 250, faceValue: 1550 });
      let issue: IssueView = put.view;
      await expect
        .poll(async () => isIssueOpen((issue = await issues.get(ANA, id)).state), { timeout: 100_000, interval: 50 })
        .toBe(false);
      expect(issue).toMatchObject({ state: 'done', issued: 250, remainder: 0 });
      const sold = (await books()).filter(({ ref }) => !before.has(ref));
      expect(issue.vouchers.map(({ last4 }) => last4).sort()).toEqual(sold.map(({ ref }) => ref.slice(-4)).sort());
      expect(sold.every(({ faceValue, status }) => faceValue === 1550 && status === 'Active')).toBe(true);
    },
  );

  it('keeps the vouchers of a short stock, and does not order more automatically', async () => {
    const { issues } = await openShop(systemClock);
    const { view: issue } = await issues.put(ANA, randomUUID(), { productCode: 'ABCV100SG01', quantity: 5 });
    expect(issue).toMatchObject({ state: 'partly', issued: 3, remainder: 2, refusal: { issuerCode: '207-762' } });
    const declined = await issues.resume(ANA, issue.id);
    expect(declined).toMatchObject({ state: 'partly', issued: 3, refusal: { issuerCode: '400-0C6' } });
    expect((await books()).filter(({ productCode }) => productCode === 'ABCV100SG01')).toHaveLength(3);
  });

  it('returns the catalogue', async () => {
    const { issues } = await openShop(systemClock);
    expect(await issues.products()).toContainEqual(
      expect.objectContaining({
        code: 'ABCV010SG01',
        openValue: false,
        worth: { amount: 1000, currency: 'SGD' },
        singleUse: false,
      }),
    );
  });
});

/** 500 cards, 000101 to 000600, twenty to a range. */
const RANGES = Array.from({ length: 25 }, (_, index) => {
  const [start = '', end = ''] = [101 + 20 * index, 120 + 20 * index].map((number) => String(number).padStart(6, '0'));
  return { start, end, count: 20 };
});

/**
 * Compares each range with the issuer's books: cards of a range that is done are active, and cards
 * that were never activated are not.
 */
async function expectTruth({ ranges }: ActivationView): Promise<void> {
  const cards = await books();
  for (const { start, end, state } of ranges) {
    const statuses = cards
      .filter(({ sequence }) => sequence !== null && sequence >= start && sequence <= end)
      .map(({ status }) => status);
    if (state === 'done') expect(new Set(statuses)).toEqual(new Set(['Active']));
    if (state === 'waiting' || state === 'not_sent' || state === 'refused')
      expect(new Set(statuses)).toEqual(new Set(['Inactive']));
  }
}

describe('activating 500 cards while every tenth call fails in each of many ways', () => {
  it.each([
    ['silently', SILENT],
    ['loudly', LOUD],
  ])(
    'reports only active cards as active, and completes all ranges on retry, failing %s',
    { timeout: 120_000 },
    async (_, names) => {
      const { activations } = await openShop(systemClock);
      await strike(names, 3);
      const id = randomUUID();
      let now = (await activations.put(SAM, id, { ranges: RANGES })).view;
      const rest = async () => {
        const isOpen = async () => isActivationOpen((now = await activations.get(SAM, id)).state);
        await expect.poll(isOpen, { timeout: 60_000, interval: 20 }).toBe(false);
      };
      await rest();
      await expectTruth(now);
      for (let round = 0; now.state !== 'done'; round += 1) {
        expect(round).toBeLessThan(60);
        const unknown = [...now.ranges.entries()].flatMap(([position, { state }]) =>
          state === 'unknown' ? [position] : [],
        );
        await activations.resume(SAM, id, unknown);
        await rest();
        await expectTruth(now);
      }
      const cards = (await books()).filter(({ sequence }) => sequence !== null && sequence <= '000600');
      expect(cards).toHaveLength(500);
      expect(new Set(cards.map(({ status }) => status))).toEqual(new Set(['Active']));
    },
  );

  it('stores the refusal of a range that contains a void card', async () => {
    const { activations } = await openShop(systemClock);
    const { view: activation } = await activations.put(SAM, randomUUID(), {
      ranges: [{ start: '000599', end: '000604', count: 6 }],
    });
    expect(activation).toMatchObject({
      state: 'incomplete',
      ranges: [{ state: 'refused', refusal: { reason: 'void' } }],
    });
    await expectTruth({ ...activation, ranges: activation.ranges.map((range) => ({ ...range, end: '000600' })) });
  });
});
