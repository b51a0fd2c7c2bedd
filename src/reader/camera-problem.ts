/** Why there is no live picture, or only a black one. Each has a text with the next step. */
export type CameraProblem = 'refused' | 'missing' | 'busy' | 'lost' | 'muted' | 'insecure' | 'unsupported' | 'black';

const PROBLEM_OF: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Classifies an error of `getUserMedia`. A name that is not common to all browsers counts as busy,
 * because the advice for both is to try again.
 */
export function cameraProblem(error: unknown): CameraProblem {
  return (error instanceof Error || error instanceof DOMException ? PROBLEM_OF[error.name] : undefined) ?? 'busy';
}
