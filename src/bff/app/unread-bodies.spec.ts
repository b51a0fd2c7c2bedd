import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';

const CHUNK = 16 * 1024;
const TABLE: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);
const WITH_BODY = TABLE.filter(([, { method }]) => method !== 'GET');

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

/** Sends a body without end as our page would, signed in nowhere. */
async function sendEndless({ method, path }: Endpoint) {
  let bytesRead = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        bytesRead += CHUNK;
        if (bytesRead > 4 * LIMITS.printBytesMax) controller.close();
        else controller.enqueue(new Uint8Array(CHUNK).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    host: 'till.test',
    origin: 'http://till.test',
    'x-tillside': '1',
    'content-type': 'application/json',
  };
  const url = `http://till.test${path.replace(/:\w+/g, 'a1b2c3d4-0000-4000-8000-000000000001')}`;
  const init: RequestInit = { method, headers, body, duplex: 'half' };
  const { status } = await server.app.fetch(new Request(url, init));
  return { status, bytesRead };
}

it.each(WITH_BODY)('%s reads no more than a normal body from an unknown caller', async (_, endpoint) => {
  const { status, bytesRead } = await sendEndless(endpoint);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(bytesRead).toBeLessThanOrEqual(LIMITS.bodyBytesMax + CHUNK);
});
