import { performance } from 'node:perf_hooks';
import { Client, type ClientConfig } from 'pg';
import { PROBE_DELAY_MAX_MS, PROBE_MS, SLOW_MS } from './limits.ts';
import { isUnavailable } from './postgres-errors.ts';

/**
 * Waits for an answer of the database only while the database is reachable: about a second if it is
 * not. A slow query may take longer.
 */
export type WhileReachable = <T>(query: Promise<T>) => Promise<T>;

/**
 * A query that gets no answer may be slow, or the database may be unreachable. To find out, a query
 * that waits longer than `SLOW_MS` opens a second connection, which all waiting queries share. If
 * this process is too busy to open it in time, an answer to any other query also proves that the
 * database is reachable.
 */
export function createPulse(config: ClientConfig): WhileReachable {
  let probing: Promise<boolean> | null = null;
  /** Infinite before the first answer, because a starting server may wait. */
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
          if (reachable || answeredAt >= startedAt || now - startedAt > PROBE_DELAY_MAX_MS)
            timer = setTimeout(feel, SLOW_MS);
          else reject(new Error('the database does not respond'));
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
  /* Errors of the client also arrive as rejections. */
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
