/**
 * Why there is no live picture, or nothing to see in it (`black`).
 *
 * Each has words that say what a person can do.
 */
export type CameraProblem = 'refused' | 'missing' | 'busy' | 'lost' | 'insecure' | 'unsupported' | 'black';

const PROBLEM_OF: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Reads what `getUserMedia` threw.
 *
 * A name that browsers don't share counts as busy: trying again is the advice for both.
 */
export function cameraProblem(error: unknown): CameraProblem {
  return (error instanceof Error || error instanceof DOMException ? PROBLEM_OF[error.name] : undefined) ?? 'busy';
}
