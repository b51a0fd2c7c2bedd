import { performance } from 'node:perf_hooks';
import { Client, type ClientConfig } from 'pg';
import { isAway } from './postgres-errors.ts';

/**
 * After this the database is asked over another connection whether it is there at all, and how long
 * that may take.
 */
const SLOW_MS = 300;
const PROBE_MS = 900;
/** When a probe has taken longer than this, it was this process that had no time for it. */
const LATE_MS = 1.5 * PROBE_MS;

/**
 * Waits for an answer of the database only for as long as the database is there: about a second,
 * where a slow question may take longer.
 */
export type WhileThere = <T>(asked: Promise<T>) => Promise<T>;

/**
 * A network that is cut and a machine that hangs say nothing, and neither does a question that
 * takes its time. A connection of its own tells them apart: whoever waits for longer than a moment
 * has it made, together with all who wait at the time. A busy machine may take too long to make
 * one, so an answer to anybody else in the meantime shows as well that the database is there.
 */
export function createPulse(config: ClientConfig): WhileThere {
  let probing: Promise<boolean> | null = null;
  /** Before the first answer nothing is hurried: a server that starts has time. */
  let heardAt = Number.POSITIVE_INFINITY;
  const isThere = () =>
    (probing ??= probe(config).finally(() => {
      probing = null;
    }));

  return (asked) =>
    new Promise((resolve, reject) => {
      let timer = setTimeout(feel, SLOW_MS);
      let over = false;
      const end = () => {
        over = true;
        clearTimeout(timer);
      };
      function feel(): void {
        const begun = performance.now();
        void isThere().then((there) => {
          if (over) return;
          const now = performance.now();
          if (there || heardAt >= begun || now - begun > LATE_MS) timer = setTimeout(feel, SLOW_MS);
          else reject(new Error('the database does not answer'));
        });
      }
      asked
        .then(
          (answer) => {
            heardAt = performance.now();
            resolve(answer);
          },
          (error: unknown) => {
            if (!isAway(error)) heardAt = performance.now();
            reject(error);
          },
        )
        .finally(end);
    });
}

/**
 * Never rejects.
 *
 * A refusal is an answer too, unless it says that the database is starting or stopping.
 */
async function probe(config: ClientConfig): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  /* What is wrong with it comes as a rejection too. */
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !isAway(error);
  } finally {
    client.end().catch(() => undefined);
  }
}
