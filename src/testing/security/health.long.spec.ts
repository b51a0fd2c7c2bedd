import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startProbe } from './health.ts';

const HANGS_MS = 700;
let server: Server;
afterEach(() => {
  server.close();
});

/** Uses this much processor time, regardless of the machine's load. */
function compute(ms: number): void {
  const used = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  const before = process.cpuUsage();
  while (used(process.cpuUsage(before)) < ms);
}

/** Queries a server four times; during the second query it computes for this long. */
async function longestOf(hangsMs: number): Promise<number> {
  let asked = 0;
  const enough = new Promise<void>((resolve) => {
    server = createServer((_, response) => {
      asked += 1;
      compute(asked === 2 ? hangsMs : 0);
      response.end('{}');
      if (asked === 4) resolve();
    }).listen(0, '127.0.0.1');
  });
  await once(server, 'listening');
  const address = server.address();
  const probe = startProbe(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, process.pid);
  await enough;
  const { longestMs, unanswered } = await probe.stop();
  expect(unanswered).toBe(0);
  return longestMs;
}

it('a server that computes without a pause is detected, however busy the machine is', async () => {
  expect(await longestOf(HANGS_MS)).toBeGreaterThan(HANGS_MS * 0.8);
});

it('a server that answers is not suspected, however busy the machine is', async () => {
  expect(await longestOf(0)).toBeLessThan(HANGS_MS * 0.8);
});
