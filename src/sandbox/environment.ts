import { DELAYS, type Delays } from './delays.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a whole number from the environment.
 * @throws Error that names the variable if it is invalid or too large
 */
export function readInteger(environment: Environment, name: string, fallback: number, max: number): number {
  const text = environment[name] ?? String(fallback);
  if (!/^\d+$/.test(text) || Number(text) > max) throw new Error(`${name} must be a whole number from 0 to ${max}`);
  return Number(text);
}

/**
 * Returns the durations of the slow faults: the defaults unless the environment sets others.
 * @throws Error that names the variable if it is not a whole number of milliseconds up to an hour
 */
export function delaysFrom(environment: Environment): Delays {
  const read = (name: string, fallback: number) => readInteger(environment, name, fallback, 3_600_000);
  return {
    lateCommitMs: read('SANDBOX_LATE_COMMIT_MS', DELAYS.lateCommitMs),
    lateAnswerMs: read('SANDBOX_LATE_ANSWER_MS', DELAYS.lateAnswerMs),
    searchLagMs: read('SANDBOX_SEARCH_LAG_MS', DELAYS.searchLagMs),
    silenceMs: read('SANDBOX_SILENCE_MS', DELAYS.silenceMs),
    secondShopMs: read('SANDBOX_SECOND_SHOP_MS', DELAYS.secondShopMs),
  };
}
