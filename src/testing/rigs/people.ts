import { expect } from 'vitest';
import type { Role } from '../../contract/access/people.ts';
import { SETUP_CODE, type TestBrowser, type TestServer } from '../test-server.ts';

export const MANAGER_PIN = '480316';
export const CASHIER_PIN = '592807';

/** A shop after its set-up: the browser is an enrolled device with the manager signed in. */
export async function setUpShop(server: Pick<TestServer, 'browser'>): Promise<{ browser: TestBrowser; managerId: string }> {
  const browser = server.browser();
  const answer = await browser.send('POST', '/api/setup', {
    code: SETUP_CODE,
    device: { name: 'Till 1' },
    manager: { name: 'Mei', pin: MANAGER_PIN },
  });
  expect(answer.status).toBe(201);
  return { browser, managerId: textAt(answer.body, 'person', 'id') };
}

/** Adds a person through the manager's browser and returns the id. */
export async function addPerson(browser: TestBrowser, name: string, role: Role, pin: string): Promise<string> {
  const answer = await browser.send('POST', '/api/people', { name, role, pin });
  expect(answer.status).toBe(201);
  return textAt(answer.body, 'id');
}

/** Enrols another device with a code of a signed-in manager. */
export async function enrolDevice(server: TestServer, manager: TestBrowser, name: string): Promise<TestBrowser> {
  const made = await manager.send('POST', '/api/devices/codes');
  const device = server.browser();
  const enrolled = await device.send('POST', '/api/devices', { code: textAt(made.body, 'code'), name });
  expect(enrolled.status).toBe(201);
  return device;
}

/** Another device, enrolled by a signed-in manager, with a new person signed in on it. */
export async function signedIn(server: TestServer, manager: TestBrowser, { name, role, pin }: NewPerson): Promise<TestBrowser> {
  const browser = await enrolDevice(server, manager, `${name}’s till`);
  const personId = await addPerson(manager, name, role, pin);
  expect((await browser.send('POST', '/api/session', { personId, pin })).status).toBe(200);
  return browser;
}
interface NewPerson {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/** The value at a path of an answer. */
export function at(body: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), body);
}

/** The text at a path of an answer. */
export function textAt(body: unknown, ...path: string[]): string {
  const value = at(body, ...path);
  if (typeof value !== 'string') throw new Error(`There is no text at ${path.join('.')}`);
  return value;
}

/** The problem code of an answer. */
export function codeOf(answer: { readonly body: unknown }): unknown {
  return at(answer.body, 'error', 'code');
}
