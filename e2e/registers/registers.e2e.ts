import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { type EndedSale, judgeHeard, judgeSale } from '../../src/testing/registers/judge.ts';
import { expectSigned, type FakeRegister, startFakeRegister } from '../support/fake-register.ts';
import { changeJournal, verifyTrail } from '../support/journal-file.ts';
import { type Mood, type Receiver, startReceiver } from '../support/receiver.ts';
import { type AttackCounts, alterLink, type KeyInUse, replaceKey } from '../support/registers/attacks.ts';
import { heardFrom, tenderOf, tendersOf } from '../support/registers/books.ts';
import { type Chance, createChance } from '../support/registers/chance.ts';
import { bookedCaptures, DELAYS, makeTrouble, newVouchers, VOUCHER_HOLDS } from '../support/registers/issuer.ts';
import { CLOSINGS, type LinkCounts, type LinkSale, sellByLink } from '../support/registers/link.ts';
import { newSale, type ProgramCounts, type ProgramSale, sell } from '../support/registers/program.ts';
import { ask, test as base, expect, joinShop, openShop, signIn, type World } from '../support/world.ts';

/** Number of sales by the API; a fifteenth of it by link. A few by default. */
const FEW = 10;
const SALES = Number(process.env['SALES'] ?? FEW);
const IS_LONG = SALES > FEW;
const BY_LINK = IS_LONG ? Math.ceil(SALES / 15) : 2;
/** Number of parallel programs, each with its own key. */
const PROGRAMS = IS_LONG ? 12 : 4;
/** Number of tills with a browser. */
const TILLS = 2;
const SEED = Number(process.env['SEED'] ?? 1);
/** The times at which keys are replaced, while their programs sell. */
const REPLACED_WITHIN_MS = IS_LONG ? SALES * 300 : 5_000;
const WITHIN_MS = IS_LONG ? SALES * 10_000 : 150_000;

const MOODS: readonly [Mood, ...Mood[]] = ['well', 'well', 'well', 'well', 'cut', 'refuse', 'take-and-cut', 'take-and-refuse', 'late'];

interface Rig {
  readonly register: FakeRegister;
  readonly receiver: Receiver;
  readonly keys: readonly KeyInUse[];
  /** The browser in which a manager is signed in. */
  readonly office: BrowserContext;
  readonly secret: string;
  readonly tills: readonly BrowserContext[];
  /** Number of webhook requests by their handling. */
  readonly met: ReadonlyMap<Mood, number>;
  readonly beGood: () => void;
}

const test = base.extend<{ rig: Rig }>({
  settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on', SETTLE_WINDOW_MS: '6000', SESSION_IDLE_MS: '3600000', ...DELAYS },
  rig: async ({ browser, context, world }, use) => {
    const chance = createChance(SEED);
    const met = new Map<Mood, number>();
    let isGood = false;
    const register = await startFakeRegister();
    const receiver = await startReceiver(() => {
      const mood = isGood ? 'well' : chance.of(MOODS);
      met.set(mood, (met.get(mood) ?? 0) + 1);
      return mood;
    });
    await openShop(context, world);
    const others = await Promise.all(Array.from({ length: TILLS - 1 }, () => browser.newContext()));
    for (const other of others) await joinShop(context, other, world);
    const office = await browser.newContext();
    await joinShop(context, office, world, 'manager');
    await signIn(context, world, 'manager');
    const listed = await ask(context.request, world, 'POST', '/api/registers', { origin: register.origin, name: 'Front register' });
    const signing = await ask(context.request, world, 'POST', `/api/registers/${listed?.['id']}/secret`);
    register.signsWith(signing?.['secret'] ?? '');
    const news = ['tender.taken', 'tender.not_taken', 'tender.unknown'];
    const hook = await ask(context.request, world, 'POST', '/api/webhooks', { url: receiver.url, news });
    const keys: KeyInUse[] = [];
    for (let number = 1; number <= PROGRAMS; number += 1) {
      const made = await ask(context.request, world, 'POST', '/api/keys', {
        name: `Program ${number}`,
        scopes: ['check', 'redeem', 'read'],
      });
      keys.push({ id: made?.['id'] ?? '', secret: made?.['key'] ?? '' });
    }
    await signIn(context, world, 'cashier');
    const secret = hook?.['secret'] ?? '';
    await use({ register, receiver, keys, secret, met, tills: [context, ...others], office, beGood: () => void (isGood = true) });
    for (const other of [...others, office]) await other.close();
    await register.close();
    await receiver.close();
  },
});

/** How long the server lives, milliseconds: some of its lives end before it has done anything, and some outlast a lost answer. */
const lifeMs = (chance: Chance) => 200 + chance.below(4_000);
/** To know that nothing was taken, one life has to see it twice with ten seconds between. */
const longLifeMs = (chance: Chance) => 25_000 + chance.below(5_000);
const LONG_LIVES = 0.1;
/**
 * Afterwards, open operations are settled without kills, because settling needs a server that runs
 * for some time.
 */
const KILLS_MAX = IS_LONG ? Math.ceil(SALES / 5) + 2 : 4;

/** Kills the server at random moments and starts it again, until `stop` is called. */
function startKiller(world: World) {
  const chance = createChance(SEED + 1);
  const stopping = new AbortController();
  const { signal } = stopping;
  let kills = 0;
  const ended = (async () => {
    while (kills < KILLS_MAX) {
      await sleep(chance.is(IS_LONG ? LONG_LIVES : 0) ? longLifeMs(chance) : lifeMs(chance), null, { signal }).catch(() => 'called');
      if (signal.aborted) return;
      await world.killServer();
      kills += 1;
      await sleep(chance.below(500));
      await world.startServer();
    }
  })();
  return {
    kills: () => kills,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Processes a list with a limited number of parallel tasks. */
async function inLanes<Lane, T>(lanes: readonly Lane[], things: readonly T[], act: (lane: Lane, thing: T) => Promise<void>): Promise<void> {
  const waiting = [...things];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) await act(lane, thing);
    }),
  );
}

test('results sent to registers match the journal and the voucher service after losses, closed pages and kills', async ({
  context,
  world,
  rig,
}) => {
  test.setTimeout(WITHIN_MS);
  const { programSales, linkSales } = await plan(world);
  const counts: ProgramCounts = { requests: 0, lost: 0, unknown: 0, givenUp: 0 };
  const linkCounts: LinkCounts = { closed: 0, unknown: 0, stuck: 0 };
  const attacks: AttackCounts = { altered: 0, replaced: 0, unheard: 0 };
  const first = rig.keys.map(({ secret }) => secret);
  await makeTrouble(world.service, SEED);
  const killer = startKiller(world);
  await Promise.all([
    ...rig.keys.map((key, index) =>
      replaceKey({ context: rig.office, world, chance: createChance(SEED + index + 1_000), counts: attacks }, key, REPLACED_WITHIN_MS),
    ),
    inLanes(rig.keys, programSales, (key, sale) =>
      sell({ origin: world.origin, key, chance: createChance(SEED + programSales.indexOf(sale) + 10), counts }, sale),
    ),
    inLanes(rig.tills, linkSales, async (till, sale) => {
      await alterLink({ context: till, world, register: rig.register, counts: attacks }, sale);
      await sellByLink({ context: till, world, register: rig.register, chance: createChance(SEED + 5), counts: linkCounts }, sale);
    }),
  ]);
  await killer.stop();
  await makeTrouble(world.service, null);
  await signIn(context, world, 'manager');
  await everythingArrives(context, world, rig);

  const sales = await endedSales(context, world, rig, programSales, linkSales);
  const heard = rig.receiver.received.map((one) => heardFrom(one, rig.secret));
  const faults = [
    ...sales.flatMap(judgeSale),
    ...judgeHeard(
      heard,
      sales.flatMap(({ tenders }) => tenders),
    ),
  ];
  for (const { query } of rig.register.told()) {
    await expectSigned(world.origin, query);
    expect(query.get('asked')).toBe(String(linkSales.find(({ state }) => state === query.get('state'))?.due));
  }
  tell({
    sales,
    kills: killer.kills(),
    counts,
    linkCounts,
    attacks,
    met: rig.met,
    messages: new Set(heard.map(({ id }) => id)).size,
    faults,
  });
  expect(faults).toEqual([]);
  expect(killer.kills()).toBeGreaterThan(1);
  expect((await verifyTrail(world)).code).toBe(0);
  expect(attacks.replaced).toBe(PROGRAMS);
  for (const secret of [...first, ...rig.keys.map((key) => key.secret)]) {
    const mine = await fetch(`${world.origin}/api/tenders`, { headers: { Authorization: `Bearer ${secret}` } });
    expect([mine.status, world.log().includes(secret.slice(17))]).toEqual([200, false]);
  }
});

/** Every sale has vouchers of its own. */
async function plan(world: World): Promise<{ programSales: readonly ProgramSale[]; linkSales: readonly LinkSale[] }> {
  const chance = createChance(SEED + 2);
  const refs = await newVouchers(world.service, SALES + 2 * BY_LINK);
  const next = () => refs.pop() ?? '';
  /* One in ten requests exceeds the balance of its voucher, and is declined. */
  const amount = () => 100 + chance.below(VOUCHER_HOLDS * 1.1);
  return {
    programSales: Array.from({ length: SALES }, (_, index) => newSale(`A-${index + 1}`, next(), amount())),
    linkSales: Array.from({ length: BY_LINK }, (_, index) => ({
      reference: `L-${index + 1}`,
      state: `state-${index + 1}`,
      due: chance.is(0.3) ? 8_000 : 2_340,
      refs: [next(), next()],
      closing: CLOSINGS[(index + 2) % (CLOSINGS.length + 1)] ?? null,
    })),
  };
}

/** Waits until no message waits. The pauses between their attempts, half a minute and more, are over at once. */
async function everythingArrives(context: BrowserContext, world: World, { beGood }: Rig): Promise<void> {
  const waiting = async () => {
    const hooks = (await (await context.request.get(`${world.origin}/api/webhooks`)).json()) as { waiting: number }[];
    changeJournal(world, 'UPDATE webhook_message SET next_at = 0 WHERE next_at IS NOT NULL');
    return hooks.reduce((sum, hook) => sum + hook.waiting, 0);
  };
  beGood();
  await expect.poll(waiting, { timeout: 60_000, intervals: [2_000] }).toBe(0);
}

async function endedSales(
  context: BrowserContext,
  world: World,
  { register }: Rig,
  programSales: readonly ProgramSale[],
  linkSales: readonly LinkSale[],
): Promise<EndedSale[]> {
  const books = await bookedCaptures(world.service);
  const capturesOf = (refs: readonly string[]) => refs.flatMap((ref) => books.get(ref) ?? []);
  const sales: EndedSale[] = [];
  for (const { reference, ref, amount: due, id, told } of programSales)
    sales.push({ reference, way: 'api', due, told, tenders: await tenderOf(context.request, world, id), captures: capturesOf([ref]) });
  for (const { reference, state, due, refs } of linkSales) {
    const visits = register.told().filter(({ query }) => query.get('state') === state);
    const told = visits.map(({ at, query }) => ({
      at,
      amount: Number(query.get('amount')),
      outcome: query.get('status') as EndedSale['told'][number]['outcome'],
    }));
    const tenders = await tendersOf(context.request, world, visits[0]?.query.get('sale') ?? '');
    sales.push({ reference, way: 'link', due, told, tenders, captures: capturesOf(refs) });
  }
  return sales;
}

interface Result {
  readonly sales: readonly EndedSale[];
  readonly kills: number;
  readonly counts: ProgramCounts;
  readonly linkCounts: LinkCounts;
  readonly attacks: AttackCounts;
  readonly met: ReadonlyMap<Mood, number>;
  readonly messages: number;
  readonly faults: readonly string[];
}

function tell({ sales, kills, counts, linkCounts, attacks, met, messages, faults }: Result): void {
  const by = (way: EndedSale['way']) => sales.filter((sale) => sale.way === way);
  const tally = (words: readonly string[]) =>
    [...new Set(words)].sort().map((word) => `${word} ${words.filter((one) => one === word).length}`);
  const times = (...moods: Mood[]) => moods.reduce((sum, mood) => sum + (met.get(mood) ?? 0), 0);
  const states = tally(sales.flatMap(({ tenders }) => tenders.map(({ state }) => state)));
  const lines = [
    `${by('api').length} sales by API: ${counts.requests} requests, ${counts.lost} answers lost, ${counts.unknown} said unknown, ${counts.givenUp} given up`,
    `${by('link').length} sales by link: browser closed ${linkCounts.closed} times, came back unknown ${linkCounts.unknown} times, loaded anew ${linkCounts.stuck} times`,
    `${attacks.altered} altered links refused; ${attacks.replaced} keys replaced, ${attacks.unheard} times asked again for a new secret`,
    `the server was killed ${kills} times; tenders ended as ${states.join(', ')}`,
    `${messages} messages in ${times(...new Set(MOODS))} attempts: ${times('cut', 'refuse')} lost, ${times('take-and-cut', 'take-and-refuse')} taken without an answer, ${times('late')} answered late`,
    `mismatches ${faults.length}`,
  ];
  process.stdout.write(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
