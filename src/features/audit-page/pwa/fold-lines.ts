import type { TrailLine } from '../../../contract/platform/audit.ts';

/** A displayed line: a beginning and its end are combined. */
export interface ShownTrailLine extends TrailLine {
  /** The time of the beginning, if that was a separate line; ISO 8601 UTC. */
  readonly begunAt: string | null;
}

/** Actions that begin something, and the actions that end it; both have the same subject. */
const ENDS: Readonly<Record<string, RegExp>> = {
  'tender.asked': /^tender\./,
  'refund.asked': /^refund\./,
  'activation.deactivation-asked': /^activation\.(deactivated|not-deactivated|deactivation-unknown)$/,
};

/**
 * Combines a beginning with its first result, in the position of the latter.
 * @param lines newest first; a beginning without an end among them stays
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
