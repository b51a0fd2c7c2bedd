import { performance } from 'node:perf_hooks';
import { Client, type ClientConfig } from 'pg';
import { isUnavailable } from './postgres-errors.ts';

/**
 * After this time, a second connection checks that the database is reachable at all, and how long
 * that may take.
 */
const SLOW_MS = 300;
const PROBE_MS = 900;
/** If a probe took longer than this, this process was too busy for it. */
const LATE_MS = 1.5 * PROBE_MS;

/**
 * Waits for an answer of the database only while the database is reachable: about a second if it is
 * not, while a slow query may take longer.
 */
export type WhileReachable = <T>(query: Promise<T>) => Promise<T>;

/**
 * A cut network and a hung machine are silent, and so is a slow query. A separate connection
 * distinguishes them: a query that waits for longer than a moment opens one, shared by all that
 * wait at the time. A busy machine may take too long to open one, so an answer to any other query
 * in the meantime also proves that the database is reachable.
 */
export function createPulse(config: ClientConfig): WhileReachable {
  let probing: Promise<boolean> | null = null;
  /** Before the first answer there is no hurry: a starting server has time. */
  let answeredAt = Number.POSITIVE_INFINITY;
  const isReachable = () =>
    (probing ??= probe(config).finally(() => {
      probing = null;
    }));

  return (query) =>
    new Promise((resolve, reject) => {
      let timer = setTimeout(feel, SLOW_MS);
      let over = false;
      const end = () => {
        over = true;
        clearTimeout(timer);
      };
      function feel(): void {
        const startedAt = performance.now();
        void isReachable().then((reachable) => {
          if (over) return;
          const now = performance.now();
          if (reachable || answeredAt >= startedAt || now - startedAt > LATE_MS) timer = setTimeout(feel, SLOW_MS);
          else reject(new Error('the database does not answer'));
        });
      }
      query
        .then(
          (answer) => {
            answeredAt = performance.now();
            resolve(answer);
          },
          (error: unknown) => {
            if (!isUnavailable(error)) answeredAt = performance.now();
            reject(error);
          },
        )
        .finally(end);
    });
}

/** Never rejects. A refusal is an answer too, unless the database is starting or stopping. */
async function probe(config: ClientConfig): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  /* Its errors also arrive as rejections. */
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !isUnavailable(error);
  } finally {
    client.end().catch(() => undefined);
  }
}
