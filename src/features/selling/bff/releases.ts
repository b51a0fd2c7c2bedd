import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person } from '../../../contract/access/people.ts';
import type { Channel } from '../contract/issue.ts';
import type { IssueStatus } from './issue-facts.ts';
import type { Release } from './release-facts.ts';

/** A request to release vouchers. `id` is created by the page; a repeat with it is the same one. */
export interface ReleaseRequest {
  readonly channel: Channel;
  readonly id: string;
  /** Position of one voucher; `all` for those of a print. */
  readonly which: number | 'all';
  readonly reason: string | null;
}

/** Evidence about earlier releases, besides the facts of the issue. */
export interface ReleaseEvidence {
  /** Prints that certainly never reached paper, as {@link printKey}: they are no releases. */
  readonly failed: ReadonlySet<string>;
  /** True if the journal may have lost a release, after a restore. */
  readonly mayLack: boolean;
}

export function printKey({ id }: Pick<Release, 'id'>, position: number): string {
  return `${id}:${position}`;
}

interface ReleasePermission {
  /** `same-again`: a repeated request, whose first response may have been lost. */
  readonly kind: 'same-again' | 'first' | 'again';
  readonly positions: readonly number[];
  /** Positions that were released before. */
  readonly copies: ReadonlySet<number>;
}
export type MayRelease = ReleasePermission | { readonly kind: 'manager-needed' } | { readonly kind: 'reason-needed' };

/**
 * Decides who may release vouchers. Each voucher is released once, through one channel, for the
 * person who sold it; later only for a manager, with a reason.
 * @param now milliseconds UTC
 */
export function mayRelease(
  status: IssueStatus,
  person: Person,
  { channel, id, which, reason }: ReleaseRequest,
  { evidence, now }: { readonly evidence: ReleaseEvidence; readonly now: number },
): MayRelease {
  const last = lastReleases(status, evidence);
  const all = Array.from({ length: status.issued }, (_, position) => position);
  const isRepeated = (position: number) => {
    const release = last.get(position);
    const isSame = release?.id === id && release.channel === channel && release.by.personId === person.id;
    return isSame && now - release.at < LIMITS.printAgainMs && (which === 'all' || which === position);
  };
  const repeated = all.filter(isRepeated);
  if (repeated.length > 0) {
    const others = status.releases.filter((release) => release.id !== id);
    const before = new Set(lastReleases({ ...status, releases: others }, evidence).keys());
    return { kind: 'same-again', positions: repeated, copies: evidence.mayLack ? new Set(repeated) : before };
  }
  const released = new Set(evidence.mayLack ? all : last.keys());
  const isManager = person.role === 'manager';
  const fresh = all.filter((position) => !released.has(position));
  const isOnlyFresh = fresh.length > 0 && !(isManager && reason !== null);
  const positions = which !== 'all' ? [which] : isOnlyFresh ? fresh : all;
  if (!positions.some((position) => released.has(position))) return { kind: 'first', positions, copies: released };
  if (!isManager) return { kind: 'manager-needed' };
  return reason === null ? { kind: 'reason-needed' } : { kind: 'again', positions, copies: released };
}

/** Returns the latest release of each released position. */
export function lastReleases(
  { releases }: Pick<IssueStatus, 'releases'>,
  { failed }: Pick<ReleaseEvidence, 'failed'>,
): Map<number, Release> {
  const last = new Map<number, Release>();
  for (const release of releases)
    for (const position of positionsOf(release))
      if (!failed.has(printKey(release, position))) last.set(position, release);
  return last;
}

export function positionsOf({ from, to, skipped }: Pick<Release, 'from' | 'to' | 'skipped'>): number[] {
  const left = new Set(skipped);
  return Array.from({ length: to - from }, (_, index) => from + index).filter((position) => !left.has(position));
}
