import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { CLIENT, SHOPS, TOKEN_KEY } from '../../sandbox/credentials.ts';
import { at } from '../rigs/people.ts';
import { type Findings, tryForeignPages, tryRoles } from './access.ts';
import { CANARIES, type Canary, canary, DATA_KEY_TEXT, digits, settingCanaries } from './canaries.ts';
import { fuzzAnswers } from './fuzz-answers.ts';
import { fuzzRequests } from './fuzz-requests.ts';
import { sendHalfBodies } from './half-sent.ts';
import { startProbe } from './health.ts';
import { doorsOf, strangersDoors } from './identities.ts';
import { type AnswerTally, createAnswerJudge } from './judge.ts';
import { addressesWithoutNeed, bytesOf, type LeakPlace, searchPlaces } from './leaks.ts';
import { tryLookAlikes } from './look-alike-names.ts';
import type { KnownSamples } from './samples.ts';
import { type AttackedShop, openAttackedShop, ownHeaders, PINS, practise, setUp } from './shop.ts';
import type { AttackedServer } from './subject.ts';
import { makeThings, type Things, tryForeignIds } from './things.ts';
import { leaveAnswersUnread } from './unread.ts';
import { startUpstream, type Upstream } from './upstream.ts';
import { ask } from './wire.ts';
import { type AttackWorld, openWorld, type WorldName } from './worlds.ts';

export interface AttackPlan {
  readonly world: WorldName;
  readonly start: (env: Readonly<Record<string, string>>) => Promise<AttackedServer>;
  readonly seed: number;
  /** As for {@link tryForeignPages}. */
  readonly everyForeign: number;
  /**
   * Return true to continue after this number of malformed requests, or of calls with corrupted
   * answers.
   */
  readonly goOn: { readonly requests: (done: number) => boolean; readonly answers: (done: number) => boolean };
  /** A slower answer to a health check is a finding. */
  readonly healthWithinMs: number;
  /** The same while strangers hold connections with half of a large body. */
  readonly healthBesideBodiesMs: number;
  /** The same while strangers send many requests and read no answer. */
  readonly healthBesideUnreadMs: number;
  /** Folder of the build; null: it is not searched. */
  readonly dist: string | null;
  readonly say: (line: string) => void;
}

/** One part of a run. */
export interface RunPart extends Findings {
  readonly name: string;
}

export interface Result {
  readonly parts: readonly RunPart[];
  readonly odd: AnswerTally;
  /** Answers of the issuer. */
  readonly spoilt: number;
  readonly longestHealthMs: number;
  /** The policy of a page, or null. */
  readonly policy: string | null;
}

/** Settings of every attacked server. */
export const ATTACKED_SETTINGS = {
  SETUP_CODE: CANARIES.setupCode,
  METRICS_TOKEN: CANARIES.metricsToken,
  DATA_KEY: DATA_KEY_TEXT,
  SESSION_IDLE_MS: String(12 * 60 * 60_000),
  UPSTREAM_TIMEOUT_MS: '1500',
  SETTLE_WINDOW_MS: '2000',
  SAFE_SECOND_ATTEMPT: 'off',
  LOG_LEVEL: 'debug',
} as const;

/** Attacks one server in a separate world, from access rights to the journal, and cleans up. */
export async function attack(plan: AttackPlan): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillside-security-'));
  const world = await openWorld(plan.world, dataDir);
  const upstream = plan.world === 'practice' ? null : await startUpstream();
  try {
    const subject = await plan.start({ ...ATTACKED_SETTINGS, ...upstream?.env, ...world.env, DATA_DIR: dataDir });
    try {
      return await attackSubject({ plan, world, subject, upstream });
    } finally {
      if (subject.isAlive()) await subject.stop();
    }
  } finally {
    await upstream?.close();
    await world.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Attacked {
  readonly plan: AttackPlan;
  readonly world: AttackWorld;
  readonly subject: AttackedServer;
  /** Null in training mode, because the voucher service is embedded in the server. */
  readonly upstream: Upstream | null;
}

/** A shop after set-up, and the objects created in it. */
interface Inside {
  readonly shop: AttackedShop;
  readonly things: Things;
  readonly known: KnownSamples;
}

async function openInside({ world, subject: { origin }, upstream }: Attacked): Promise<Inside | null> {
  if (world.name === 'new') return null;
  const shop = await openAttackedShop(origin, world.name === 'practice' ? practise : setUp);
  const vouchers = upstream ?? (await practiceVouchers(shop));
  const refs = await vouchers.newRefs(20);
  const things = await makeThings(shop, vouchers);
  const ids = [things.tenderId, things.refundId, things.issueId, things.activationId];
  return { shop, things, known: { refs: [...things.secrets, ...refs], ids, persons: [shop.spare.personId] } };
}

/**
 * Vouchers of the embedded service, redeemable ones first; repeated calls return the same. Refs of
 * only digits are left out: its transaction ids are long numbers with many zeros, which contain
 * `9000000001` by chance.
 */
async function practiceVouchers({ send, ana }: AttackedShop): Promise<Pick<Upstream, 'newRefs'>> {
  const { text } = await send(ana, 'GET', '/api/practice/vouchers');
  const refs = PRACTICE_VOUCHERS.parse(JSON.parse(text)).flatMap(({ ref }) => (/\D/.test(ref) ? [ref] : []));
  const worths = new Map<string, number>();
  for (const ref of refs) {
    const checked = await send(ana, 'POST', '/api/vouchers/check', { code: ref });
    const amount = checked.status === 200 ? at(JSON.parse(checked.text), 'remaining', 'amount') : null;
    worths.set(ref, typeof amount === 'number' ? amount : 0);
  }
  const sorted = refs.toSorted((one, other) => (worths.get(other) ?? 0) - (worths.get(one) ?? 0));
  return { newRefs: async (count) => sorted.slice(0, count) };
}

const PRACTICE_VOUCHERS = z.array(z.object({ ref: z.string() }));

async function attackSubject(attacked: Attacked): Promise<Result> {
  const { plan, world, subject, upstream } = attacked;
  const { seed, goOn, say } = plan;
  const { origin, isAlive } = subject;
  const parts: RunPart[] = [];
  const part = async (name: string, run: () => Promise<Findings>) => {
    const { requests, found } = await run();
    parts.push({ name, requests, found });
    say(`${name}: ${requests} requests, ${found.length} findings`);
  };
  const inside = await openInside(attacked);
  const doors = inside === null ? strangersDoors() : doorsOf(inside.shop, world.name === 'practice');
  const judge = createAnswerJudge([
    ...settingCanaries(),
    ...world.canaries,
    ...(inside ? [...refCanaries(inside.things), ...pinCanaries()] : []),
  ]);
  let spoilt = 0;

  await part('every role on every route', () => tryRoles(origin, doors));
  await part('pages of other sites', () => tryForeignPages(origin, doors, plan.everyForeign));
  if (inside) await part('ids of other people', () => tryForeignIds(inside.shop, inside.things));
  if (inside) await part('names that look alike', () => tryLookAlikes(inside.shop));
  const probe = startProbe(origin, subject.pid);
  const known = inside?.known ?? { refs: [], ids: [], persons: [] };
  await part('half-sent bodies', async () => {
    const sent = await sendHalfBodies(origin, subject.pid, plan.healthBesideBodiesMs);
    say(`  grew by ${sent.grownMiB} MiB, peak ${sent.peakMiB} MiB, longest answer of /api/health ${sent.longestMs} ms`);
    return sent;
  });
  await part('unread answers', async () => {
    const sent = await leaveAnswersUnread(origin, subject.pid, plan.healthBesideUnreadMs);
    for (const line of sent.lines) say(`  ${line}`);
    return sent;
  });
  await part('odd requests', () => fuzzRequests({ origin, doors, known, judge, seed, isAlive, goOn: goOn.requests }));
  if (inside && upstream) {
    if (isAlive()) await inside.shop.renew();
    await part('odd answers of the issuer', async () => {
      const fuzzed = await fuzzAnswers({ ...inside, upstream, judge, seed, isAlive, goOn: goOn.answers });
      spoilt = [...fuzzed.spoilt.values()].reduce((sum, count) => sum + count, 0);
      say(`  ${spoilt} answers spoilt in ${fuzzed.spoilt.size} ways`);
      return fuzzed;
    });
  }
  const { asked, longestMs, unanswered } = await probe.stop();
  await part('the server beside all that', async () => ({
    requests: asked,
    found: [
      ...(longestMs > plan.healthWithinMs ? [`one answer of /api/health took ${longestMs} ms`] : []),
      ...(unanswered > 0 ? [`/api/health was not answered with 200 ${unanswered} times`] : []),
      ...(isAlive() ? [] : ['the server ended']),
    ],
  }));
  if (!inside) await part('the set-up afterwards', () => setUpAfterwards(origin));
  const headers = { Authorization: `Bearer ${CANARIES.metricsToken}` };
  const metrics = await ask(origin, { method: 'GET', path: '/api/metrics', headers });
  const page = await ask(origin, { method: 'GET', path: '/' });
  await subject.stop();
  await part('the journal afterwards', async () => ({ requests: 0, found: await world.checkJournal() }));
  const places = await placesOf(attacked, inside, metrics.text);
  await part('secrets where none belong', async () => ({ requests: places.length, found: searchPlaces(places) }));
  const policy = page.headers['content-security-policy'];
  return { parts, odd: judge.tally(), spoilt, longestHealthMs: longestMs, policy: typeof policy === 'string' ? policy : null };
}

/** The holder of the code can set the shop up, whatever was attempted before. */
async function setUpAfterwards(origin: string): Promise<Findings> {
  const body = JSON.stringify({ code: CANARIES.setupCode, device: { name: 'Office' }, manager: { name: 'Mia', pin: PINS[0] } });
  const { status, text } = await ask(origin, { method: 'POST', path: '/api/setup', headers: ownHeaders(origin, ''), body });
  return { requests: 1, found: status === 201 ? [] : [`the right code was answered with ${status} ${text}`] };
}

const refCanaries = ({ secrets }: Things): Canary[] => secrets.map((secret) => canary('a ref or link', secret));
const pinCanaries = (): Canary[] => PINS.map((pin) => digits('a PIN', pin));

/** The places to search, and the secrets that must not be in each. */
async function placesOf({ plan, world, subject, upstream }: Attacked, inside: Inside | null, metrics: string): Promise<LeakPlace[]> {
  const credentials = [...(inside?.shop.handedOut ?? [])].map((value) => canary('a cookie, key or code', value));
  const tokens = [...(upstream?.tokens ?? [])].map((value) => canary('a token of the issuer', value));
  const own = inside ? [...refCanaries(inside.things), ...pinCanaries()] : [];
  const all = [...settingCanaries(), ...world.canaries, ...own, ...credentials, ...tokens];
  const practice = [...SHOPS.map(({ clientSecret }) => clientSecret), CLIENT.clientSecret, TOKEN_KEY].map((value) =>
    canary('a practice secret', value),
  );
  /* Training data is part of the build: the embedded voucher service starts with it. */
  const dist = upstream === null ? null : plan.dist;
  const built = (folder: string, canaries: readonly Canary[]) =>
    dist === null ? [] : bytesOf(join(dist, folder)).then((text) => [{ name: `dist/${folder}`, text, canaries }]);
  return [
    /* The start prints the set-up code intentionally. */
    { name: 'the log', text: subject.log(), canaries: all.filter(({ name }) => name !== 'setupCode') },
    { name: 'the metrics', text: metrics, canaries: all },
    { name: 'the journal', text: await world.journalText(), canaries: all },
    ...(upstream && inside
      ? [{ name: 'addresses asked for at the issuer', text: addressesWithoutNeed(upstream.asked), canaries: all }]
      : []),
    ...(await built('pwa', [...all, ...practice])),
    ...(await built('server', all)),
  ];
}
