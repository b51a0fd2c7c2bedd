import type { TrailLine } from '../../../contract/platform/audit.ts';

/** A displayed line, which combines the start of an operation with its end. */
export interface FoldedTrailLine extends TrailLine {
  /** The time of the beginning, if that was a separate line; ISO 8601 UTC. */
  readonly startedAt: string | null;
}

/**
 * Actions that start an operation, each with the actions that end it. Both have the same subject.
 */
const ENDS: Readonly<Record<string, RegExp>> = {
  'tender.asked': /^tender\./,
  'refund.asked': /^refund\./,
  'activation.deactivation-asked': /^activation\.(deactivated|not-deactivated|deactivation-unknown)$/,
};

/**
 * Combines the line that starts an operation with the line of its first result, in the position of
 * the result.
 * @param lines newest first; a start without a result among them stays a line of its own
 */
export function foldTrailLines(lines: readonly TrailLine[]): FoldedTrailLine[] {
  const folded: FoldedTrailLine[] = [];
  const lastOf = new Map<string, number>();
  for (const line of lines) {
    const at = lastOf.get(line.subject ?? '');
    const next = at === undefined ? undefined : folded[at];
    if (at !== undefined && next && isEndOf(next, line)) {
      folded[at] = { ...next, details: { ...line.details, ...next.details }, startedAt: line.at };
      continue;
    }
    if (line.subject !== null) lastOf.set(line.subject, folded.length);
    folded.push({ ...line, startedAt: null });
  }
  return folded;
}

function isEndOf(next: TrailLine, { action, person }: TrailLine): boolean {
  return ENDS[action]?.test(next.action) === true && next.person?.id === person?.id;
}
