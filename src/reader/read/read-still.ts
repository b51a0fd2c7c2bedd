import type { Decoded, ScanFormat } from '../decode-protocol.ts';
import type { Engines } from './engine.ts';
import type { Luma } from './luma.ts';
import { FURTHER_ATTEMPTS, LAST_ATTEMPTS, STILL_ATTEMPTS, unchangedView } from './read-attempts.ts';
import { attemptsOn, CODES_MAX } from './run-attempts.ts';

/**
 * Attempts at a still picture after its result is settled: they may confirm or contradict it. A
 * time limit would make a busy machine read less than a fast one.
 */
const STILL_ATTEMPTS_AFTER = 2;

/** The first code of a still picture that is proven, or believed after all attempts. */
export async function codeOfStill(
  engines: Engines,
  picture: Luma,
  formats: readonly ScanFormat[],
): Promise<Decoded | null> {
  const eye = attemptsOn(unchangedView(picture), engines, formats, 1);
  let settledFor = 0;
  for (const attempt of STILL_ATTEMPTS) {
    await eye.with(attempt);
    const code = eye.proven();
    if (code) return code;
    settledFor = eye.isSettled() ? settledFor + 1 : 0;
    if (settledFor > STILL_ATTEMPTS_AFTER) break;
  }
  const believed = eye.believed();
  if (believed) return believed;
  for (const attempt of LAST_ATTEMPTS) {
    await eye.with(attempt);
    const code = eye.proven();
    if (code && code.engines.length > 1) return code;
  }
  return null;
}

/** All codes of a still picture that need no extra attempt. */
export async function furtherCodes(
  engines: Engines,
  picture: Luma,
  formats: readonly ScanFormat[],
): Promise<readonly Decoded[]> {
  const eye = attemptsOn(unchangedView(picture), engines, formats, CODES_MAX);
  for (const attempt of FURTHER_ATTEMPTS) await eye.with(attempt);
  return eye.allProven();
}
