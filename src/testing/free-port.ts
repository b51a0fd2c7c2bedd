import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which would take a free one. */
const FIRST_PORT = 20_000;
/** Each worker of a run has its own ports. */
const PORTS_PER_WORKER = 500;
const WORKERS_MAX = 20;
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'] ?? 0) % WORKERS_MAX;
let tried = 0;

/** Returns a TCP port that is free at the moment, and that no other call returned lately. */
export async function freePort(): Promise<number> {
  while (tried < PORTS_PER_WORKER * WORKERS_MAX) {
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (tried++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('no port could be had');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
