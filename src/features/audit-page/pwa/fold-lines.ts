import type { TrailLine } from '../../../contract/platform/audit.ts';

/** A line as it is shown: what began and how it ended are one. */
export interface ShownTrailLine extends TrailLine {
  /** When it had been asked for, where that was a line of its own; ISO 8601 UTC. */
  readonly begunAt: string | null;
}

/** Which line begins something that another line ends; both have the same subject. */
const ENDS: Readonly<Record<string, RegExp>> = {
  'tender.asked': /^tender\./,
  'refund.asked': /^refund\./,
  'activation.deactivation-asked': /^activation\.(deactivated|not-deactivated|deactivation-unknown)$/,
};

/**
 * Makes one line of a beginning and of what came of it first, in the place of the latter.
 * @param lines the newest first; a beginning whose end is not among them stays
 */
export function foldTrailLines(lines: readonly TrailLine[]): ShownTrailLine[] {
  const shown: ShownTrailLine[] = [];
  const lastOf = new Map<string, number>();
  for (const line of lines) {
    const at = lastOf.get(line.subject ?? '');
    const next = at === undefined ? undefined : shown[at];
    if (at !== undefined && next && isEndOf(next, line)) {
      shown[at] = { ...next, details: { ...line.details, ...next.details }, begunAt: line.at };
      continue;
    }
    if (line.subject !== null) lastOf.set(line.subject, shown.length);
    shown.push({ ...line, begunAt: null });
  }
  return shown;
}

function isEndOf(next: TrailLine, { action, person }: TrailLine): boolean {
  return ENDS[action]?.test(next.action) === true && next.person?.id === person?.id;
}
