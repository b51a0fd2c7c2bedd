import { readFileSync } from 'node:fs';
import { ask } from './wire.ts';

/** Queries a server's health continuously during other requests. */
export interface Probe {
  /** Stops asking. */
  stop(): Promise<Probed>;
}

export interface Probed {
  readonly asked: number;
  /**
   * The longest response time, milliseconds, without the time that either process waited for a
   * processor.
   */
  readonly longestMs: number;
  readonly unanswered: number;
}

const EVERY_MS = 100;

/** Starts the queries. @param pid of the server, which may be this process */
export function startProbe(origin: string, pid: number): Probe {
  const pids = [...new Set([pid, process.pid])];
  const waited = () => pids.reduce((sum, one) => sum + waitedForProcessor(one), 0);
  const ended = new AbortController();
  const seen = { asked: 0, longestMs: 0, unanswered: 0 };
  const asking = (async () => {
    while (!ended.signal.aborted) {
      /* Counted from when it was due: a server in this very process holds up the question too. */
      const before = waited();
      const dueAt = performance.now() + EVERY_MS;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      const { status } = await ask(origin, { method: 'GET', path: '/api/health' });
      const lateMs = performance.now() - dueAt - (waited() - before);
      seen.asked += 1;
      seen.longestMs = Math.max(seen.longestMs, Math.round(lateMs));
      if (status !== 200) seen.unanswered += 1;
    }
  })();
  return {
    async stop() {
      ended.abort();
      await asking;
      return { ...seen };
    },
  };
}

/**
 * How long the main thread of a process was runnable but had no processor, milliseconds; 0 if the
 * system does not report it. A busy machine must not look like a hanging server.
 */
function waitedForProcessor(pid: number): number {
  try {
    const [, nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    /* Only Linux reports this, and only for running processes. */
    return 0;
  }
}
