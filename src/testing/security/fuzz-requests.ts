import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { type Findings, pathOf, ROUTES } from './access.ts';
import { bodiesFor, uuidFrom } from './bodies.ts';
import type { Doors } from './identities.ts';
import type { AnswerJudge } from './judge.ts';
import { oddInside, oddText, textOfJson } from './odd.ts';
import { type KnownSamples, samplesOf } from './samples.ts';
import { ownHeaders } from './shop.ts';
import { ask, askRaw, inRequestLine, type OddRequest } from './wire.ts';

export interface Fuzzing {
  readonly origin: string;
  readonly doors: Doors;
  readonly known: KnownSamples;
  readonly judge: AnswerJudge;
  readonly seed: number;
  /** Returns true to continue after this number of requests. */
  readonly goOn: (done: number) => boolean;
  readonly isAlive: () => boolean;
}

const AT_A_TIME = 4;
const RENEW_EVERY = 100;
/** The share of input that is not HTTP. */
const RAW_SHARE = 0.04;
/** A longer list of faults does not help. */
const FOUND_MAX = 20;

/** Sends odd requests to every route, several at a time; the n-th of a seed is always the same but for times and cookies. */
export async function fuzzRequests(fuzzing: Fuzzing): Promise<Findings> {
  const { origin, doors, judge, seed, goOn, isAlive } = fuzzing;
  const make = requestsFor(fuzzing);
  const found: string[] = [];
  let done = 0;
  const mayGoOn = () => goOn(done) && found.length < FOUND_MAX && isAlive();
  const work = async (end: number) => {
    while (done < end && mayGoOn()) {
      const number = done;
      done += 1;
      const dice = createDice(seed + number);
      const fault = dice.chance(RAW_SHARE) ? await tryRaw(origin, dice, isAlive) : await tryOne(origin, make(dice), judge);
      if (fault !== null) found.push(`request ${number} of seed ${seed}: ${fault}`);
    }
  };
  while (mayGoOn()) {
    const end = done + RENEW_EVERY;
    await Promise.all(Array.from({ length: AT_A_TIME }, () => work(end)));
    if (isAlive()) await doors.renew();
  }
  if (!isAlive()) found.push(`the server ended after request ${done} of seed ${seed}`);
  return { requests: done, found };
}

async function tryOne(origin: string, asking: OddRequest & { readonly what: string }, judge: AnswerJudge): Promise<string | null> {
  const fault = judge.hear(await ask(origin, asking), asking.cutAfter !== undefined);
  return fault === null ? null : `${asking.method} ${asking.path.slice(0, 120)} with ${asking.what}: ${fault}`;
}

/** Makes the requests of one shop. */
function requestsFor({ origin, doors, known }: Fuzzing): (dice: Dice) => OddRequest & { readonly what: string } {
  const samples = samplesOf(known);
  const routes = ROUTES.map(([name, endpoint]) => ({ name, endpoint, body: bodiesFor(endpoint, samples) }));
  const [first, ...rest] = routes;
  const { identities } = doors;
  const idle = identities.find(({ name }) => name === 'a device without a session');
  if (first === undefined) throw new Error('there are no routes');

  return (dice) => {
    const { name, endpoint, body } = dice.pick([first, ...rest]);
    /* Mostly an identity with the required rights: all others are refused early. */
    const may = identities.filter(({ refusal }) => refusal(endpoint) === null);
    const [one, ...others] = dice.chance(0.9) ? may : identities;
    const chosen = one === undefined ? null : dice.pick([one, ...others]);
    /* Wrong PINs lock their device, so a separate one is used. */
    const identity = name === 'signIn' ? idle : chosen;
    const headers = { ...ownHeaders(origin, ''), ...identity?.headers() };
    const good = {
      method: endpoint.method,
      path: pathOf(endpoint, idFor(name, dice, fuzzIds(doors, known))),
      headers,
      body: body(dice),
    };
    return dice.chance(0.75) ? withOddBody(good, dice) : withOddHead(good, dice, endpoint);
  };
}

interface Good {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function withOddBody({ body, ...good }: Good, dice: Dice): OddRequest & { readonly what: string } {
  if (body === undefined) {
    const odd = oddText('{"all":true}', dice);
    return { ...good, body: odd.bytes, what: `a body that nobody asked for, ${odd.name}` };
  }
  const text = textOfJson(body);
  if (dice.chance(0.1)) return { ...good, body: text, what: 'a good body' };
  if (dice.chance(0.08)) return { ...good, body: text, cutAfter: dice.below(text.length), what: 'an upload that breaks off' };
  if (dice.chance(0.04)) return { ...good, body: text.padEnd(70_000), what: 'more than any body' };
  if (dice.chance(0.3)) {
    const odd = oddText(text, dice);
    return { ...good, body: odd.bytes, what: odd.name };
  }
  return { ...good, body: textOfJson(oddInside(body, dice)), what: 'one odd place' };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'QUERY', 'PURGE'] as const;
const TAILS = [
  '/',
  '//',
  '/.',
  '/..',
  '/../session',
  '?all=1',
  '?all[]=1&all=2',
  '?__proto__[x]=1',
  '%2f',
  '%00',
  '%',
  '%ff',
  ';a=b',
  '#x',
  `/${'a'.repeat(3_000)}`,
] as const;
type Header = readonly [name: string, value: string];
const ODD_HEADERS: readonly [Header, ...Header[]] = [
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'application/json;;;'],
  ['Content-Type', 'APPLICATION/JSON'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Encoding', 'gzip'],
  ['Accept', 'x'.repeat(4_000)],
  ['Accept-Encoding', 'br;q=2, *;q=-1'],
  ['Range', 'bytes=-1'],
  ['If-None-Match', '*'],
  ['Cookie', 'tillside-session='.repeat(200)],
  ['Cookie', `tillside-device=${'%00'.repeat(50)}; __proto__=1`],
  ['Cookie', ';;;=;=a;a='],
  ['Origin', 'null'],
  ['Origin', 'http://[::1'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Authorization', 'Bearer '],
  ['Authorization', 'Basic ////'],
  ['Upgrade', 'websocket'],
  ['Host', 'evil.example'],
  ['Host', 'f27.0.0.1:9111'],
  ['Host', 'a b'],
  ['Expect', '200-maybe'],
];

function withOddHead({ body, ...good }: Good, dice: Dice, endpoint: Endpoint): OddRequest & { readonly what: string } {
  const carried = body === undefined ? {} : { body: textOfJson(body) };
  if (dice.chance(0.3)) {
    const method = dice.pick(METHODS);
    return { ...good, ...carried, method, what: `the method ${method}` };
  }
  if (dice.chance(0.5)) {
    const [name, value] = dice.pick(ODD_HEADERS);
    return { ...good, ...carried, headers: { ...good.headers, [name]: value }, what: `${name}: ${value.slice(0, 40)}` };
  }
  if (dice.chance(0.5)) return { ...good, ...carried, path: inRequestLine(good.path + dice.pick(TAILS)), what: 'an odd path' };
  const id = inRequestLine(encodeURIComponent(dice.pick(ODD_IDS)));
  return { ...good, ...carried, path: endpoint.path.replace(/:\w+/, id), what: 'an odd id' };
}

const ODD_IDS = [
  '__proto__',
  'constructor',
  '..',
  '../../session',
  '\u0000',
  '\u202e',
  '😀',
  'a'.repeat(65),
  'a'.repeat(4_000),
  '%',
  ' ',
  "' OR 1=1",
  '*',
  '.',
] as const;

/** Ids that a path may name, and those of the only device and person that may go. */
function fuzzIds({ spare }: Doors, { ids }: KnownSamples) {
  return { ids, ...spare };
}

function idFor(name: string, dice: Dice, { ids, personId, deviceId }: ReturnType<typeof fuzzIds>): string {
  const [first, ...rest] = ids;
  if (name === 'changePerson') return personId;
  if (name === 'revokeDevice' || name === 'unlockDevice') return dice.chance(0.5) ? deviceId : uuidFrom(dice);
  return first === undefined || dice.chance(0.5) ? uuidFrom(dice) : dice.pick([first, ...rest]);
}

const RAW = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET /api/shop HTTP/1.1\r\nHost: f27.0.0.1:1\r\n\r\n',
  'GET http://evil.example/api/shop HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET //evil.example/api/shop HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/../api/./shop HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/shop HTTP/9.9\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/shop HTTP/1.1\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n',
  'POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'GET /api/shop HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n',
  'GET /api/shop HTTP/1.1\r\nHost : x\r\n\r\n',
  `GET /api/shop HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(3_000)}\r\n`,
  `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  '\r\n'.repeat(100),
] as const;

/** Invalid HTTP: any answer except a server error is accepted. */
async function tryRaw(origin: string, dice: Dice, isAlive: () => boolean): Promise<string | null> {
  const bytes = dice.pick(RAW);
  const heard = await askRaw(origin, Buffer.from(bytes, 'latin1'));
  const statuses = [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  if (!isAlive()) return `${JSON.stringify(bytes.slice(0, 80))} ended the server`;
  return statuses.some((status) => status >= 500) ? `${JSON.stringify(bytes.slice(0, 80))}: ${statuses.join(', ')}` : null;
}
