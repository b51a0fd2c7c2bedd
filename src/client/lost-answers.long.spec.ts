import { expect, it } from 'vitest';
import { startParts, stopParts } from '../bff/app/start-parts.ts';
import { money } from '../contract/money/money.ts';
import { createManualClock } from '../testing/clock.ts';
import { SQLITE } from '../testing/databases/stores.ts';
import { createModelIssuer, type ModelFault } from '../testing/issuer/model-issuer.ts';
import { setUpShop } from '../testing/rigs/people.ts';
import { makeProgram } from '../testing/rigs/program.ts';
import { SHOP } from '../testing/rigs/shops.ts';
import { createTestServer } from '../testing/test-server.ts';
import { createClient } from './client.ts';
import type { Redemption } from './redemption.ts';
import type { RedemptionStore, SavedRedemption } from './store.ts';

/** Redemptions in all, and of each batch, between which the server restarts. */
const REDEMPTIONS = Number(process.env['REDEMPTIONS'] ?? 150);
const BATCH = 25;
const SEED = Number(process.env['SEED'] ?? 20_300_115);
const AMOUNT = 2_000;

/** What happens between the client and the server. */
type Weather = 'calm' | 'not delivered' | 'answer lost' | 'delivered later' | 'bad gateway' | 'cut off' | 'killed';
const WEATHER: readonly Weather[] = [
  'calm',
  'not delivered',
  'answer lost',
  'delivered later',
  'bad gateway',
  'cut off',
  'killed',
];
const FAULTS: readonly ModelFault[] = [
  { commit: 'now', answer: 'normal' },
  { commit: 'now', answer: 'lost' },
  { commit: 'never', answer: 'lost' },
  { commit: 'never', answer: 'not-sent' },
  { commit: { afterMs: 20_000 }, answer: 'lost' },
  { commit: 'now', answer: { afterMs: 12_000 } },
  { commit: 'now', answer: 'normal', partial: 500 },
];

class Killed extends Error {}

/** A sequence of numbers below a bound, the same for each seed. */
function createDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it('redeems nothing twice, and reports only certain outcomes, whatever is lost on the way', async () => {
  const dice = createDice(SEED);
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  const store = await SQLITE.open();
  const lasting = { ...store, close: () => Promise.resolve() };
  const start = async () => {
    const server = await createTestServer({ store: lasting, clock, issuer: () => issuer });
    await startParts(server.parts);
    return server;
  };
  let server = await start();
  const { browser: manager } = await setUpShop(server);
  const { key } = await makeProgram(server, manager, { name: 'Register', scopes: ['redeem', 'read'] });
  const saved = new Map<string, SavedRedemption>();
  const counts = { lost: 0, killed: 0, restarts: 0, requests: 0, isCalm: false };

  const disk: RedemptionStore = {
    async getOrAdd(reference, added) {
      const known = saved.get(reference) ?? added;
      saved.set(reference, known);
      if (!counts.isCalm && dice(20) === 0) throw new Killed();
      return known;
    },
    get: async (reference) => saved.get(reference) ?? null,
  };

  async function deliver(url: string, init: RequestInit): Promise<Response> {
    return server.app.request(url, init);
  }
  const lossy = async (url: string, init: RequestInit): Promise<Response> => {
    counts.requests += 1;
    const weather = counts.isCalm ? 'calm' : (WEATHER[dice(WEATHER.length * 2)] ?? 'calm');
    if (weather !== 'calm') counts.lost += 1;
    if (weather === 'not delivered') throw new TypeError('fetch failed');
    if (weather === 'killed' && dice(2) === 0) throw new Killed();
    if (weather === 'delivered later') {
      void clock.sleep(dice(15_000)).then(() => deliver(url, init));
      throw new TypeError('fetch failed');
    }
    const response = await deliver(url, init);
    if (weather === 'answer lost') throw new TypeError('fetch failed');
    if (weather === 'killed') throw new Killed();
    if (weather === 'bad gateway') return new Response('<h1>Bad gateway</h1>', { status: dice(2) === 0 ? 502 : 404 });
    if (weather === 'cut off') return new Response((await response.text()).slice(0, 40), { status: response.status });
    return response;
  };
  /** A process of the register; a killed one ends with its request. */
  const client = (waitMs: number) => {
    let kill: (error: Killed) => void = () => {};
    const death = new Promise<never>((_, reject) => {
      kill = reject;
    });
    death.catch(() => {});
    const process = createClient({
      baseUrl: 'http://till.test',
      key,
      store: disk,
      waitMs,
      now: clock.now,
      sleep: clock.sleep,
      fetch: async (url, init = {}) => {
        try {
          return await lossy(url instanceof Request ? url.url : url.toString(), init);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          kill(error);
          return new Promise<never>(() => {});
        }
      },
    });
    return { process, death };
  };

  /** Redeems until a process lives long enough to report an outcome. */
  async function redeem(reference: string, waitMs = 15_000): Promise<Redemption> {
    for (;;) {
      const { process, death } = client(waitMs);
      try {
        return await Promise.race([process.redeem(reference, requestOf(reference)), death]);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        counts.killed += 1;
      }
    }
  }
  const requestOf = (reference: string) => ({ code: reference, amount: AMOUNT, currency: 'SGD' });

  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    const state = { isOver: false };
    const watched = work.finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) await clock.advance(250);
    return watched;
  }
  const reports = new Map<string, Redemption[]>();
  async function report(references: readonly string[], redeemOne: (reference: string) => Promise<Redemption>) {
    const results = await whileTimePasses(Promise.all(references.map(redeemOne)));
    for (const [index, reference] of references.entries()) {
      const result = results[index];
      if (result) reports.set(reference, [...(reports.get(reference) ?? []), result]);
    }
  }

  for (let from = 0; from < REDEMPTIONS; from += BATCH) {
    const references = Array.from({ length: BATCH }, (_, index) => `20300${String(from + index).padStart(7, '0')}`);
    for (const [index, code] of references.entries()) issuer.add(code, money(index % 6 === 0 ? 100 : 5_000, 'SGD'));
    issuer.failNext(
      ...references.map(() => FAULTS[dice(FAULTS.length * 2)] ?? { commit: 'now' as const, answer: 'normal' as const }),
    );
    await report(references, redeem);
    await whileTimePasses(stopParts(server.parts));
    server = await whileTimePasses(start());
    counts.restarts += 1;
  }
  const open = () =>
    [...reports].filter(([, all]) => all.at(-1)?.outcome === 'unknown').map(([reference]) => reference);
  for (let round = 0; round < 3; round += 1) {
    await clock.advance(120_000);
    counts.isCalm = round === 2;
    const references = open();
    for (let from = 0; from < references.length; from += BATCH) {
      /* The key's allowance fills again. */
      await clock.advance(5_000);
      await report(references.slice(from, from + BATCH), redeem);
    }
  }

  const faults: string[] = [];
  for (const [reference, all] of reports) {
    const captures = issuer.ledger().filter(({ ref }) => ref === reference);
    if (captures.length > 1) faults.push(`${reference} was redeemed ${captures.length} times`);
    const tender = await server.parts.journal.read(SHOP, saved.get(reference)?.id ?? '');
    for (const redemption of all) {
      const { outcome } = redemption;
      const captured = captures.reduce((sum, { amount }) => sum + amount, 0);
      if ('captured' in redemption) {
        if (!('amount' in redemption.captured) || redemption.captured.amount !== captured)
          faults.push(`${reference} was ${outcome}, and ${captured} were captured`);
      } else if (outcome !== 'unknown' && captured > 0)
        faults.push(`${reference} was ${outcome}, and ${captured} were captured`);
    }
    const last = all.at(-1);
    if (
      last?.outcome === 'unknown' &&
      tender !== null &&
      !['unknown', 'manager', 'sent', 'intent'].includes(tender.status.state)
    )
      faults.push(`${reference} is ${tender.status.state} and was reported as unknown: ${last.reason}`);
  }
  expect(faults).toEqual([]);
  expect(new Set([...reports.values()].flat().map(({ outcome }) => outcome))).toEqual(
    new Set(['redeemed', 'partly', 'declined', 'notRedeemed', 'unknown']),
  );
  expect(reports.size).toBe(Math.ceil(REDEMPTIONS / BATCH) * BATCH);
  if (process.env['REDEMPTIONS'] !== undefined)
    process.stdout.write(`${JSON.stringify({ ...counts, left: open().length })}\n`);
  await whileTimePasses(stopParts(server.parts));
  await store.close();
}, 3_600_000);
