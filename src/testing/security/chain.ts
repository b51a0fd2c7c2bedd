import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES } from '../../contract/access/key.ts';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { textAt } from '../rigs/people.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { pathOf, ROUTES } from './access.ts';
import { bodiesFor } from './bodies.ts';
import { attackInSteps, makeVisitor } from './chain-attacks.ts';
import { ALL_SHOPS, collectMarks, type ShopMarks } from './chain-marks.ts';
import { ACCOUNTS, type ChainShop, openChain } from './chain-shops.ts';
import { changingFields, readState, stateChanges } from './chain-state.ts';
import { withKey } from './identities.ts';
import { samplesOf } from './samples.ts';
import { ownHeaders, problemOf } from './shop.ts';
import type { AttackedServer } from './subject.ts';
import { startUpstream } from './upstream.ts';
import { ask, type HeardAnswer } from './wire.ts';

export interface ChainAttack {
  readonly shops: number;
  readonly start: (env: Readonly<Record<string, string>>) => Promise<AttackedServer>;
  readonly settings: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** The figures for one kind of caller. */
interface CallerTally {
  requests: number;
  readonly routes: Set<string>;
  /** Answers below 400. */
  accepted: number;
  foreignRows: number;
}

/** Somebody of a shop that asks for what belongs to others. */
interface ChainCaller {
  readonly name: string;
  readonly headers: () => Record<string, string>;
  /** True if all ids of others are tried; somebody else is refused before an id is read. */
  readonly may: (endpoint: Endpoint) => boolean;
  /** Strangers may learn the name of the first shop. */
  readonly knowsFirst?: true;
}

/** Two shops of each account are attacked; the first shop of each account asks. */
const ASKERS = ACCOUNTS;
/** Longer than any field keeps its value that changes by itself. */
const REST_MS = 65_000;
/** Each of these ends something for the caller, or concerns the whole server before set-up. */
const LEFT_OUT = /^(signOut|setUp|restore|practice|discard|upload)/i;
/** The first ids of a shop are of these. */
const OPERATIONS = 4;
const SLOW_DOWN_MS = 100;
const TRIES_MAX = 20;
/** Ids of each shop that are tried, after those of its operations. */
const IDS_MAX = 16;

/** Asks in one shop for everything of others, and compares the others before and after. @returns the number of violations */
export async function attackChain({ shops, start, settings, seed, say }: ChainAttack): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillside-chain-'));
  const upstream = await startUpstream({ shops, accounts: ACCOUNTS });
  try {
    const env = { ...settings, ...upstream.env, MERCHANT_MID: upstream.shops[0]?.mid ?? '', DATA_DIR: dataDir };
    const server = await start(env);
    try {
      const options = { origin: server.origin, env, upstream, count: shops };
      const chain = await openChain(options);
      say(`${shops} shops of ${ACCOUNTS} accounts are open`);
      await makeVisitor(chain);
      const found = await attackShops(server.origin, chain, seed, say);
      const inSteps = await attackInSteps(options, chain);
      say(`${inSteps.attempts} attempts on people, badges, signatures, streams, settings and suspended shops`);
      for (const line of inSteps.found) say(`    ${line}`);
      return found + inSteps.found.length;
    } finally {
      await server.stop();
    }
  } finally {
    await upstream.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function attackShops(origin: string, chain: readonly ChainShop[], seed: number, say: ChainAttack['say']): Promise<number> {
  const found = createViolations();
  const resting = await statesOf(chain);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const before = await statesOf(chain);
  const { marks, shared } = collectMarks(chain, before);
  for (const id of shared) found.add('lists of two shops', id);
  const tallies = new Map<string, CallerTally>();
  const asking: Asking = { origin, marks, tallies, found, sent: new Set(), dice: createDice(seed) };
  for (const own of marks.slice(0, ASKERS)) await askAsShop(own, asking, say);
  const after = await statesOf(chain);
  const victims = chain.slice(ASKERS);
  /* A field that changes by itself in some shops does so later in the others. */
  const changing = new Set(
    chain.flatMap((_, index) => {
      const [rested, was] = [resting[index], before[index]];
      return rested && was ? [...changingFields(rested, was)] : [];
    }),
  );
  let effects = 0;
  for (const [index, victim] of chain.entries()) {
    const [was, is] = [before[index], after[index]];
    if (!victims.includes(victim) || !was || !is) continue;
    /* The visitor also sees the first shop on the pages of all shops. */
    const isVisitor = victim === chain.at(-ACCOUNTS);
    const changes = stateChanges(was, is, changing).filter(({ place }) => !(isVisitor && place.includes(ALL_SHOPS)));
    effects += changes.length;
    for (const { place, text } of changes) found.add(`effect at ${place}`, `${victim.name} ${text}`);
  }
  say(tableOf(tallies, { victims: victims.length, marks: marks.reduce((sum, { texts }) => sum + texts.length, 0), effects }));
  for (const line of found.lines()) say(`    ${line}`);
  return found.count();
}

/** Violations by their kind, each with the first example. */
function createViolations() {
  const kinds = new Map<string, string[]>();
  return {
    add(kind: string, what: string): void {
      kinds.set(kind, [...(kinds.get(kind) ?? []), what]);
    },
    count: () => [...kinds.values()].reduce((sum, all) => sum + all.length, 0),
    lines: () => [...kinds].map(([kind, all]) => `${kind}: ${all.length}, first: ${all[0]}`),
  };
}

interface Asking {
  readonly origin: string;
  readonly marks: readonly ShopMarks[];
  readonly tallies: Map<string, CallerTally>;
  readonly found: ReturnType<typeof createViolations>;
  /** Ids that callers have named: answers may repeat them. */
  readonly sent: Set<string>;
  readonly dice: Dice;
}

/** Everybody of one shop asks on every route. */
async function askAsShop(own: ShopMarks, { origin, marks, tallies, found, sent, dice }: Asking, say: ChainAttack['say']): Promise<void> {
  const others = marks.filter((one) => one !== own);
  const ids = idsOf(others, dice);
  for (const id of ids) sent.add(id);
  for (const caller of callersOf(own.of, await scopeKeys(own.of))) {
    const tally = tallies.get(caller.name) ?? { requests: 0, routes: new Set(), accepted: 0, foreignRows: 0 };
    tallies.set(caller.name, tally);
    for (const [name, endpoint] of ROUTES) {
      if (LEFT_OUT.test(name)) continue;
      tally.routes.add(name);
      for (const request of requestsFor(endpoint, caller.may(endpoint) ? ids : ids.slice(0, 1), dice)) {
        const heard = await send(origin, endpoint, { ...request, headers: { ...ownHeaders(origin, ''), ...caller.headers() } });
        tally.requests += 1;
        if (heard.status > 0 && heard.status < 400) tally.accepted += 1;
        for (const mark of foreignIn(heard, caller.knowsFirst ? others.filter(({ of }) => of.bossId !== null) : others, sent)) {
          tally.foreignRows += 1;
          found.add(`${caller.name} of ${own.of.name}, ${name}`, `${heard.status} holds ${mark}`);
        }
      }
    }
    say(`${own.of.name}, ${caller.name}: ${tally.requests} requests`);
    await own.of.shop.renew();
  }
}

/** Ids of one other shop of each account: of every operation, and of some other objects. */
function idsOf(others: readonly ShopMarks[], dice: Dice): string[] {
  const named = Array.from({ length: ACCOUNTS }, (_, account) => others.findLast(({ of }) => of.account === account));
  return named.flatMap((shop) => {
    const ids = shop?.ids ?? [];
    const [first = '', ...rest] = ids.slice(OPERATIONS);
    return [...ids.slice(0, OPERATIONS), ...Array.from({ length: IDS_MAX }, () => dice.pick([first, ...rest]))];
  });
}

async function statesOf(chain: readonly ChainShop[]) {
  const states = [];
  for (const shop of chain) states.push(await readState(shop));
  return states;
}

async function scopeKeys({ shop, mark }: ChainShop): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Map<string, readonly string[]>();
  const make = async (scope: string, number: number) => {
    const { text } = await shop.send(shop.manager, 'POST', '/api/keys', { name: `${scope} ${number}${mark}`, scopes: [scope] });
    return textAt(JSON.parse(text), 'key');
  };
  for (const scope of SCOPES) keys.set(scope, [await make(scope, 1), await make(scope, 2), await make(scope, 3)]);
  return keys;
}

function callersOf({ shop: { manager, ana, sam } }: ChainShop, keys: ReadonlyMap<string, readonly string[]>): ChainCaller[] {
  return [
    { name: 'nobody', headers: () => ({}), may: ({ who }) => who === 'any', knowsFirst: true },
    ...[ana, sam, manager].map((one) => ({
      name: one.role,
      headers: () => ({ Cookie: one.cookie }),
      may: ({ who }: Endpoint) => ['any', 'device', 'session', one.role].includes(who) || one.role === 'manager',
    })),
    ...[...keys].map(([scope, ofScope]) => ({
      name: `key: ${scope}`,
      headers: withKey(...ofScope),
      may: ({ scopes }: Endpoint) => scopes?.some((one) => one === scope) === true,
    })),
  ];
}

interface ChainRequest {
  readonly path: string;
  readonly body: string | undefined;
}

/** The requests of one route: one for each id of the others, in its path or anywhere in its body and query. */
function* requestsFor(endpoint: Endpoint, ids: readonly string[], dice: Dice): Generator<ChainRequest> {
  const takesId = /:(id|token|code)/.test(endpoint.path);
  const isPlain = endpoint.request === null && endpoint.query === undefined && !takesId;
  for (const id of isPlain ? ids.slice(0, 1) : ids) {
    const samples = samplesOf({ refs: [], ids: [id], persons: [id] });
    const named = Object.fromEntries(ID_FIELDS.map((field) => [field, () => id]));
    const body = bodiesFor(endpoint, { ...samples, code: () => 'NO-SUCH-VOUCHER', ...named })(dice);
    const query = Object.keys(endpoint.query ?? {}).map((name) => `${name}=${QUERY[name]?.() ?? id}`);
    const path = `${pathOf(endpoint, id)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    yield { path, body: body === undefined ? undefined : JSON.stringify(body) };
  }
}

/** Fields of bodies that name an object. */
const ID_FIELDS = [
  'id',
  'tenderId',
  'refundId',
  'issueId',
  'saleId',
  'operationId',
  'personId',
  'person',
  'deviceId',
  'device',
  'till',
  'tillId',
  'transactionId',
  'captureId',
  'printerId',
  'printer',
  'keyId',
  'subject',
  'subjects',
  'cursor',
  'print',
  'approval',
  'approvalId',
] as const;
const today = () => new Date().toISOString().slice(0, 10);
const QUERY: Readonly<Record<string, () => string>> = { all: () => '1', day: today, from: today, to: today };

async function send(
  origin: string,
  { method }: Endpoint,
  asking: ChainRequest & { readonly headers: Record<string, string> },
): Promise<HeardAnswer> {
  for (let tries = 0; ; tries += 1) {
    const heard = await ask(origin, { method, ...asking });
    if (problemOf(heard) !== 'slow-down' || !('Authorization' in asking.headers) || tries === TRIES_MAX) return heard;
    await new Promise((resolve) => setTimeout(resolve, SLOW_DOWN_MS));
  }
}

/** Marks of other shops in an answer. */
function foreignIn({ text, headers }: HeardAnswer, others: readonly ShopMarks[], sent: ReadonlySet<string>): string[] {
  const answer = `${text} ${JSON.stringify(headers)}`;
  return others.flatMap(({ of, texts }) =>
    texts.filter((mark) => !sent.has(mark) && answer.includes(mark)).map((mark) => `${mark} of ${of.name}`),
  );
}

function tableOf(
  tallies: ReadonlyMap<string, CallerTally>,
  { victims, marks, effects }: { victims: number; marks: number; effects: number },
): string {
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, index) => String(cell)[index === 0 ? 'padEnd' : 'padStart'](14)).join('');
  return [
    line(['caller', 'routes', 'requests', 'accepted', 'foreign rows']),
    ...[...tallies].map(([name, { routes, requests, accepted, foreignRows }]) =>
      line([name, routes.size, requests, accepted, foreignRows]),
    ),
    `${marks} marks searched for in every answer; ${effects} foreign effects in ${victims} shops`,
  ].join('\n');
}
