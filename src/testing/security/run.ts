import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT, SHOPS, TOKEN_KEY } from '../../sandbox/credentials.ts';
import { type Findings, tryForeignPages, tryRoles } from './access.ts';
import { CANARIES, type Canary, canary, DATA_KEY_TEXT, digits, settingCanaries } from './canaries.ts';
import { fuzzAnswers } from './fuzz-answers.ts';
import { fuzzRequests } from './fuzz-requests.ts';
import { startProbe } from './health.ts';
import { checkJournal } from './journal-check.ts';
import { createJudge, type Tally } from './judge.ts';
import { addressesWithoutNeed, bytesOf, type Place, searchPlaces } from './leaks.ts';
import { openShop, PINS, type Shop } from './shop.ts';
import type { Subject } from './subject.ts';
import { makeThings, type Things, tryForeignIds } from './things.ts';
import { startUpstream, type Upstream } from './upstream.ts';
import { ask } from './wire.ts';

export interface Plan {
  readonly start: (env: Readonly<Record<string, string>>) => Promise<Subject>;
  readonly seed: number;
  /** Whether to go on after so many odd requests, and after so many calls with spoilt answers. */
  readonly goOn: { readonly requests: (done: number) => boolean; readonly answers: (done: number) => boolean };
  /** An answer to the question whether the server is well that takes longer is a finding. */
  readonly healthWithinMs: number;
  /** Folder of the build; null: it is not searched. */
  readonly dist: string | null;
  readonly say: (line: string) => void;
}

/** One part of a run. */
export interface Part extends Findings {
  readonly name: string;
}

export interface Result {
  readonly parts: readonly Part[];
  readonly odd: Tally;
  readonly longestHealthMs: number;
  /** The policy that came with a page; null where none did. */
  readonly policy: string | null;
}

const SETTINGS = {
  SETUP_CODE: CANARIES.setupCode,
  METRICS_TOKEN: CANARIES.metricsToken,
  DATA_KEY: DATA_KEY_TEXT,
  SESSION_IDLE_MS: String(12 * 60 * 60_000),
  UPSTREAM_TIMEOUT_MS: '1500',
  SETTLE_WINDOW_MS: '2000',
  SAFE_SECOND_ATTEMPT: 'off',
  LOG_LEVEL: 'debug',
} as const;

/** Attacks one server in a shop of its own, from the doors to the journal, and cleans up after it. */
export async function attack(plan: Plan): Promise<Result> {
  const upstream = await startUpstream();
  const dataDir = await mkdtemp(join(tmpdir(), 'tillside-security-'));
  try {
    const subject = await plan.start({ ...SETTINGS, ...upstream.env, DATA_DIR: dataDir });
    try {
      return await attackSubject(plan, subject, upstream, dataDir);
    } finally {
      if (subject.isAlive()) await subject.stop();
    }
  } finally {
    await upstream.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function attackSubject(plan: Plan, subject: Subject, upstream: Upstream, dataDir: string): Promise<Result> {
  const { seed, goOn, say } = plan;
  const { origin, isAlive } = subject;
  const parts: Part[] = [];
  const part = async (name: string, run: () => Promise<Findings>) => {
    const { requests, found } = await run();
    parts.push({ name, requests, found });
    say(`${name}: ${requests} requests, ${found.length} findings`);
  };
  const shop = await openShop(origin);
  const things = await makeThings(shop, upstream);
  const judge = createJudge([...settingCanaries(), ...refCanaries(things), ...pinCanaries()]);

  await part('every role on every route', () => tryRoles(origin, shop));
  await part('pages of other sites', () => tryForeignPages(origin, shop));
  await part('ids of other people', () => tryForeignIds(shop, things));
  const probe = startProbe(origin, subject.pid);
  const known = {
    refs: [...things.secrets, ...(await upstream.newRefs(20))],
    ids: [things.tenderId, things.refundId, things.issueId, things.activationId],
    persons: [shop.spare.personId],
  };
  await part('odd requests', () => fuzzRequests({ ...{ origin, shop, known, judge, seed, isAlive }, goOn: goOn.requests }));
  if (isAlive()) await shop.renew();
  await part('odd answers of the issuer', async () => {
    const fuzzed = await fuzzAnswers({ ...{ shop, things, upstream, judge, seed, isAlive }, goOn: goOn.answers });
    say(`  ${[...fuzzed.spoilt.values()].reduce((sum, count) => sum + count, 0)} answers spoilt in ${fuzzed.spoilt.size} ways`);
    return fuzzed;
  });
  const { asked, longestMs, unanswered } = await probe.stop();
  await part('the server beside all that', async () => ({
    requests: asked,
    found: [
      ...(longestMs > plan.healthWithinMs ? [`one answer of /api/health took ${longestMs} ms`] : []),
      ...(unanswered > 0 ? [`/api/health was not answered with 200 ${unanswered} times`] : []),
      ...(isAlive() ? [] : ['the server ended']),
    ],
  }));
  const headers = { Authorization: `Bearer ${CANARIES.metricsToken}` };
  const metrics = await ask(origin, { method: 'GET', path: '/api/metrics', headers });
  const page = await ask(origin, { method: 'GET', path: '/' });
  await subject.stop();
  await part('the journal afterwards', async () => ({ requests: 0, found: await checkJournal(dataDir) }));
  const places = await placesOf({ plan, subject, upstream, shop, things, metrics: metrics.text, dataDir });
  await part('secrets where none belong', async () => ({ requests: places.length, found: searchPlaces(places) }));
  const policy = page.headers['content-security-policy'];
  return { parts, odd: judge.tally(), longestHealthMs: longestMs, policy: typeof policy === 'string' ? policy : null };
}

const refCanaries = ({ secrets }: Things): Canary[] => secrets.map((secret) => canary('a ref or link', secret));
const pinCanaries = (): Canary[] => PINS.map((pin) => digits('a PIN', pin));

interface Evidence {
  readonly plan: Plan;
  readonly subject: Subject;
  readonly upstream: Upstream;
  readonly shop: Shop;
  readonly things: Things;
  readonly metrics: string;
  readonly dataDir: string;
}

/** Where secrets are looked for, and which must not be in each place. */
async function placesOf({ plan, subject, upstream, shop, things, metrics, dataDir }: Evidence): Promise<Place[]> {
  const credentials = [...shop.handedOut].map((value) => canary('a cookie or code', value));
  const tokens = [...upstream.tokens].map((value) => canary('a token of the issuer', value));
  const all = [...settingCanaries(), ...refCanaries(things), ...pinCanaries(), ...credentials, ...tokens];
  const practice = [...SHOPS.map(({ clientSecret }) => clientSecret), CLIENT.clientSecret, TOKEN_KEY].map((value) =>
    canary('a practice secret', value),
  );
  const { dist } = plan;
  const built = (folder: string, canaries: readonly Canary[]) =>
    dist === null ? [] : bytesOf(join(dist, folder)).then((text) => [{ name: `dist/${folder}`, text, canaries }]);
  return [
    /* The start prints the set-up code for whoever sets the shop up. */
    { name: 'the log', text: subject.log(), canaries: all.filter(({ name }) => name !== 'setupCode') },
    { name: 'the metrics', text: metrics, canaries: all },
    { name: 'the journal', text: await bytesOf(dataDir), canaries: all },
    { name: 'addresses asked for at the issuer', text: addressesWithoutNeed(upstream.asked), canaries: all },
    ...(await built('pwa', [...all, ...practice])),
    ...(await built('server', all)),
  ];
}
