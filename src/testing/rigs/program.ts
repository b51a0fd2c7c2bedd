import { expect } from 'vitest';
import type { NewKey } from '../../contract/access/key.ts';
import type { ReadAnswer, TestBrowser, TestServer } from '../test-server.ts';
import { textAt } from './people.ts';

/** A program of the shop, with its key. */
export interface TestProgram {
  readonly key: string;
  readonly keyId: string;
  /** @param body as JSON */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ReadAnswer>;
}

/** A program that calls a server with a key, valid or not. */
export function programOf(server: Pick<TestServer, 'app'>, key: string, keyId = ''): TestProgram {
  return {
    key,
    keyId,
    async send(method, path, body, headers = {}) {
      const json = { 'content-type': 'application/json' };
      const response = await server.app.request(`http://till.test${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && json), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}

/** A key that a signed-in manager makes, in the hands of its program. */
export async function makeProgram(server: Pick<TestServer, 'app'>, manager: TestBrowser, wanted: NewKey): Promise<TestProgram> {
  const made = await manager.send('POST', '/api/keys', wanted);
  expect(made.status).toBe(201);
  return programOf(server, textAt(made.body, 'key'), textAt(made.body, 'id'));
}
