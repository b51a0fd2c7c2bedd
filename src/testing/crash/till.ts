import * as z from 'zod';
import { SHOP_HEADER } from '../../contract/platform/shop-header.ts';

/** An answer of the server, its JSON parsed. */
export interface TillReply {
  readonly status: number;
  readonly body: unknown;
}

/**
 * A till from the server's point of view: requests with its cookies, from the server's own page.
 */
export interface CrashTill {
  readonly origin: string;
  /** Null if the connection failed, or broke before the answer was complete. */
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<TillReply | null>;
}

/** Manages the first shop. */
export const CRASH_MANAGER = { name: 'Mia', pin: '739146' };
export const CRASH_SETUP_CODE = 'open-the-shop';
/** Longer than any answer of the server, even on a slow machine. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * A till at a server, with cookies from {@link setUpCrashShop}.
 * @param shop the shop that its page was loaded in, which a page names once it knows it
 */
export function tillAt(origin: string, cookie: string, shop?: string): CrashTill {
  return {
    origin,
    async send(method, path, body) {
      const answer = await ask(origin, cookie, method, path, body, shop);
      return answer && { status: answer.status, body: answer.body };
    },
  };
}

/** A program at a server, with a key. */
export function programAt(origin: string, key: string): CrashTill {
  return {
    origin,
    async send(method, path, body) {
      const answer = await request(origin, { Authorization: `Bearer ${key}` }, method, path, body);
      return answer && { status: answer.status, body: answer.body };
    },
  };
}

/**
 * The first set-up of a shop.
 * @returns the cookies of its till, with the manager signed in
 * @throws Error when the server refuses
 */
export async function setUpCrashShop(origin: string): Promise<string> {
  const answer = await ask(origin, '', 'POST', '/api/setup', {
    code: CRASH_SETUP_CODE,
    device: { name: 'Till 1' },
    manager: CRASH_MANAGER,
  });
  if (answer?.status !== 200 && answer?.status !== 201) throw new Error(`the shop could not be set up: ${answer?.status ?? 'no answer'}`);
  return answer.cookies.map((line) => line.split(';', 1)[0]).join('; ');
}

/**
 * Lets another device into the shop, and its manager sign in there.
 * @returns the cookies of that till
 * @throws Error when the server refuses
 */
export async function joinShop(till: CrashTill, name: string): Promise<string> {
  const { code } = z.object({ code: z.string() }).parse((await till.send('POST', '/api/devices/codes'))?.body);
  return signIn(till.origin, await enrolTill(till.origin, code, name));
}

/**
 * Lets a device into the shop of a code, where nobody is signed in yet.
 * @returns the cookies of that till
 * @throws Error when the server refuses
 */
export async function enrolTill(origin: string, code: string, name: string): Promise<string> {
  const answer = await ask(origin, '', 'POST', '/api/devices', { code, name });
  if (answer === null || answer.status > 299) throw new Error(`no other till was let in: ${answer?.status ?? 'no answer'}`);
  return answer.cookies.map((line) => line.split(';', 1)[0]).join('; ');
}

/**
 * Signs the set-up's manager in again at the same till.
 * @returns the cookies of the till
 * @throws Error if the server refuses
 */
export async function signIn(origin: string, cookie: string): Promise<string> {
  const people = z.array(z.object({ id: z.string() })).parse((await ask(origin, cookie, 'GET', '/api/people', undefined))?.body);
  const answer = await ask(origin, cookie, 'POST', '/api/session', { personId: people[0]?.id, pin: CRASH_MANAGER.pin });
  if (answer === null || answer.status > 299) throw new Error(`nobody could sign in: ${answer?.status ?? 'no answer'}`);
  const fresh = answer.cookies.map((line) => line.split(';', 1)[0] ?? '');
  const isRenewed = (old: string) => fresh.some((one) => one.split('=', 1)[0] === old.split('=', 1)[0]);
  return [...cookie.split('; ').filter((old) => !isRenewed(old)), ...fresh].join('; ');
}

function ask(origin: string, cookie: string, method: string, path: string, body: unknown, shop?: string) {
  const page = { 'X-Tillside': '1', Origin: origin, ...(shop !== undefined && { [SHOP_HEADER]: shop }) };
  return request(origin, { ...page, cookie }, method, path, body);
}

async function request(origin: string, who: Readonly<Record<string, string>>, method: string, path: string, body: unknown) {
  const headers = { 'Content-Type': 'application/json', ...who };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const answer = await fetch(`${origin}${path}`, { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown), cookies: answer.headers.getSetCookie() };
  } catch (error) {
    // The error of fetch for a broken or refused connection; any other error is a bug.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
