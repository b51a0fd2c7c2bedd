import { SCOPES } from '../../contract/access/key.ts';
import { type Role, sessionSchema, trainingSchema } from '../../contract/access/people.ts';
import { at, textAt } from '../rigs/people.ts';
import { CANARIES } from './canaries.ts';
import { ask, type HeardAnswer, type OddRequest } from './wire.ts';

/** A signed-in user at a separate device. */
export interface SignedInPerson {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
  readonly id: string;
  readonly deviceId: string;
  /** The cookies of the browser; {@link AttackedShop.renew} renews the session. */
  cookie: string;
  /** The till is in a frame of a register's page. */
  readonly inFrame?: true;
}

/** Headers of a request from a frame, by the page and the browser. */
export const FRAME_HEADERS = { 'X-Tillside-Frame': '1', 'Sec-Fetch-Site': 'same-origin' } as const;

/** Whose cookies go with a request, and whether a frame's page sends it. */
export type RequestSender = Pick<SignedInPerson, 'cookie' | 'inFrame'>;

/** A shop after set-up, with two people per till role, and credentials that must be refused. */
export interface AttackedShop {
  readonly manager: SignedInPerson;
  readonly ana: SignedInPerson;
  readonly ben: SignedInPerson;
  readonly sam: SignedInPerson;
  readonly sue: SignedInPerson;
  /** Works in a frame. */
  readonly fay: SignedInPerson;
  /**
   * Keys of programs: with every scope, with one, and revoked. Two of each, because one alone is
   * soon rate-limited.
   */
  readonly keys: Readonly<Record<'all' | 'reader' | 'revoked', readonly [string, string]>>;
  /**
   * Cookies of a device without a user, of one where Ana signed out, of one that was revoked while
   * Ben was signed in, and of a customer display of the manager's till.
   */
  readonly doors: { readonly idle: string; readonly signedOut: string; readonly revoked: string; readonly display: string };
  /** A person and a device that tests may change and remove. */
  readonly spare: { readonly personId: string; readonly deviceId: string };
  /** Every credential that was handed out so far: each opens something. */
  readonly handedOut: ReadonlySet<string>;
  /** Sends a request like the till's own page. */
  send(who: RequestSender, method: string, path: string, body?: unknown): Promise<HeardAnswer>;
  /** Signs in all users whose session has ended, and clears counted wrong PINs. */
  renew(): Promise<void>;
}

const PEOPLE = [
  { name: 'Ana', role: 'cashier', pin: '592807' },
  { name: 'Ben', role: 'cashier', pin: '617294' },
  { name: 'Sam', role: 'stock', pin: '730264' },
  { name: 'Sue', role: 'stock', pin: '284951' },
] as const;
const FAY = { name: 'Fay', role: 'cashier', pin: '460318', inFrame: true } as const;
const MANAGER = { name: 'Mia', role: 'manager', pin: '739146' } as const;
export const PINS: readonly string[] = [MANAGER.pin, FAY.pin, ...PEOPLE.map(({ pin }) => pin)];

/** Headers of the till's own page. */
export function ownHeaders(origin: string, cookie: string): Record<string, string> {
  return { 'Content-Type': 'application/json', 'X-Tillside': '1', Origin: origin, ...(cookie !== '' && { Cookie: cookie }) };
}

/** Sends a request that has to succeed. @throws Error when it is refused */
export type Right = (
  who: RequestSender,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly cookie: string; readonly body: unknown }>;

export function signInAt(right: Right, { id, pin, ...who }: RequestSender & Pick<SignedInPerson, 'id' | 'pin'>) {
  return right(who, 'POST', '/api/session', { personId: id, pin });
}

export async function setUp(right: Right): Promise<SignedInPerson> {
  const set = { code: CANARIES.setupCode, device: { name: 'Office' }, manager: { name: MANAGER.name, pin: MANAGER.pin } };
  const opened = await right({ cookie: '' }, 'POST', '/api/setup', set);
  const { person } = sessionSchema.parse(opened.body);
  const devices = await right(opened, 'GET', '/api/devices');
  return { ...MANAGER, id: person.id, deviceId: textAt(devices.body, '0', 'id'), cookie: opened.cookie };
}

export async function practise(right: Right): Promise<SignedInPerson> {
  const opened = await right({ cookie: '' }, 'POST', '/api/practice');
  const { device, people } = trainingSchema.parse(opened.body);
  const found = people.find(({ role }) => role === 'manager');
  if (found === undefined) throw new Error('nobody manages the practice shop');
  const { id, name, pin } = found;
  const { cookie } = await signInAt(right, { cookie: opened.cookie, id, pin });
  return { id, name, pin, role: 'manager', deviceId: device.id, cookie };
}

async function makeKeys(right: Right, manager: SignedInPerson, handedOut: Set<string>, mark: string): Promise<AttackedShop['keys']> {
  async function make(name: string, scopes: readonly string[], isRevoked = false): Promise<string> {
    const { body } = await right(manager, 'POST', '/api/keys', { name: `${name}${mark}`, scopes });
    if (isRevoked) await right(manager, 'DELETE', `/api/keys/${textAt(body, 'id')}`);
    const key = textAt(body, 'key');
    handedOut.add(key);
    return key;
  }
  return {
    all: [await make('All 1', SCOPES), await make('All 2', SCOPES)],
    reader: [await make('Reader 1', ['read']), await make('Reader 2', ['read'])],
    revoked: [await make('Gone 1', SCOPES, true), await make('Gone 2', SCOPES, true)],
  };
}

/** The device shows the manager's till to customers. */
async function connectDisplay(right: Right, manager: SignedInPerson, device: RequestSender, handedOut: Set<string>): Promise<void> {
  const { body } = await right(manager, 'POST', '/api/displays/codes');
  handedOut.add(textAt(body, 'code'));
  await right(device, 'POST', '/api/displays', { code: textAt(body, 'code') });
}

/**
 * Opens a shop with people, devices and keys.
 * @param enter returns the shop's manager, signed in
 * @param mark ends every name, so that names of several shops differ
 * @throws Error if the server refuses
 */
export async function openAttackedShop(origin: string, enter: (right: Right) => Promise<SignedInPerson>, mark = ''): Promise<AttackedShop> {
  const handedOut = new Set<string>();
  const send: AttackedShop['send'] = async ({ cookie, inFrame }, method, path, body) => {
    const asking: OddRequest = {
      method,
      path,
      headers: { ...ownHeaders(origin, cookie), ...(inFrame && FRAME_HEADERS) },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const heard = await ask(origin, asking);
    for (const value of Object.values(cookiesOf(heard))) handedOut.add(value);
    return heard;
  };
  const right: Right = async (who, method, path, body) => {
    const heard = await send(who, method, path, body);
    if (heard.status >= 300 || heard.status === 0) throw new Error(`${method} ${path} was answered with ${heard.status} ${heard.text}`);
    return { cookie: withCookies(who.cookie, heard), body: heard.text === '' ? null : (JSON.parse(heard.text) as unknown) };
  };
  const signIn = (one: RequestSender & Pick<SignedInPerson, 'id' | 'pin'>) => signInAt(right, one);

  const manager = await enter(right);

  async function enrol(name: string, inFrame?: true) {
    const made = await right(manager, 'POST', '/api/devices/codes');
    handedOut.add(textAt(made.body, 'code'));
    const who = { cookie: '', ...(inFrame && { inFrame }) };
    const { body, cookie } = await right(who, 'POST', '/api/devices', { code: textAt(made.body, 'code'), name: `${name}${mark}` });
    return { deviceId: textAt(body, 'id'), cookie };
  }
  async function hire(one: Pick<SignedInPerson, 'name' | 'role' | 'pin' | 'inFrame'>): Promise<SignedInPerson> {
    const { body } = await right(manager, 'POST', '/api/people', { name: `${one.name}${mark}`, role: one.role, pin: one.pin });
    const added = { ...one, id: textAt(body, 'id'), ...(await enrol(`${one.name}’s till`, one.inFrame)) };
    return { ...added, cookie: (await signIn(added)).cookie };
  }
  const ana = await hire(PEOPLE[0]);
  const ben = await hire(PEOPLE[1]);
  const sam = await hire(PEOPLE[2]);
  const sue = await hire(PEOPLE[3]);
  const fay = await hire(FAY);
  const left = await enrol('Left');
  const signedOut = (await signIn({ ...ana, cookie: left.cookie })).cookie;
  await right({ cookie: signedOut }, 'DELETE', '/api/session');
  const gone = await enrol('Gone');
  const revoked = (await signIn({ ...ben, cookie: gone.cookie })).cookie;
  await right(manager, 'DELETE', `/api/devices/${gone.deviceId}`);
  const extra = await right(manager, 'POST', '/api/people', { name: `Extra${mark}`, role: 'cashier', pin: '418263' });
  const idle = await enrol('Idle');
  const keys = await makeKeys(right, manager, handedOut, mark);
  const display = await enrol('Display');
  await connectDisplay(right, manager, display, handedOut);
  const isSignedIn = async (one: SignedInPerson) => (await send(one, 'GET', '/api/session')).status === 200;

  return {
    manager,
    ana,
    ben,
    sam,
    sue,
    fay,
    keys,
    handedOut,
    send,
    doors: { idle: idle.cookie, signedOut, revoked, display: display.cookie },
    spare: { personId: textAt(extra.body, 'id'), deviceId: (await enrol('Spare')).deviceId },
    async renew() {
      if (!(await isSignedIn(manager))) manager.cookie = (await signIn(manager)).cookie;
      await send(manager, 'POST', `/api/devices/${idle.deviceId}/unlock`);
      await send(manager, 'POST', '/api/shop/unlock');
      for (const one of [ana, ben, sam, sue, fay]) {
        if (await isSignedIn(one)) continue;
        await send(manager, 'POST', `/api/devices/${one.deviceId}/unlock`);
        await right(manager, 'PATCH', `/api/people/${one.id}`, { locked: false, disabled: false, role: one.role, pin: one.pin });
        one.cookie = (await signIn(one)).cookie;
      }
    },
  };
}

function cookiesOf({ headers }: HeardAnswer): Record<string, string> {
  const lines = headers['set-cookie'];
  const pairs = (Array.isArray(lines) ? lines : []).map((line) => line.split(';', 1)[0]?.split('=') ?? []);
  return Object.fromEntries(pairs.flatMap(([name = '', value = '']) => (value === '' ? [] : [[name, value]])));
}

function withCookies(before: string, heard: HeardAnswer): string {
  const old = Object.fromEntries(before.split('; ').map((pair) => pair.split('=') as [string, string]));
  return Object.entries({ ...old, ...cookiesOf(heard) })
    .filter(([name]) => name !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** The code of a problem; null for what is none. */
export function problemOf({ text }: Pick<HeardAnswer, 'text'>): string | null {
  const code = text.startsWith('{') ? at(parsed(text), 'error', 'code') : null;
  return typeof code === 'string' ? code : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
