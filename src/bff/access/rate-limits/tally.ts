import type { Schema } from '../../platform/store/schema.ts';
import { FIRST_LOCK_MS, FIRST_WAIT_MS, LONGEST_LOCK_MS, LONGEST_WAIT_MS } from './limits.ts';

/** Calculates the effect of wrong guesses, without a database. */

/** Limits for wrong guesses about one subject. */
interface Rule {
  /** From this many failures on, each one starts a wait that doubles. */
  readonly slowFrom: number;
  /**
   * After this number of failures, guesses are refused until a manager unlocks the subject, or
   * until a temporary lock ends.
   */
  readonly lockAt: number;
  /** Failures, but not locks, are reset after this time without another failure. */
  readonly forgetMs: number;
  /**
   * A caller who may open the lock has this many more wrong guesses, then none for a while; see
   * {@link lockMs}.
   */
  readonly pastLock: number;
}

export const DAY_MS = 24 * 60 * 60_000;
export const NEVER = Number.POSITIVE_INFINITY;
export const GUESS_RULES = {
  person: { slowFrom: 5, lockAt: 10, forgetMs: NEVER, pastLock: 0 },
  device: { slowFrom: 5, lockAt: 10, forgetMs: DAY_MS, pastLock: 3 },
  /* `at` counts wrong PINs of one person on one device, so that a correct PIN resets only that
     person's failures on the device; `locks` counts people who were locked on a device. */
  at: { slowFrom: NEVER, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  locks: { slowFrom: NEVER, lockAt: NEVER, forgetMs: 30 * DAY_MS, pastLock: 0 },
  shop: { slowFrom: 50, lockAt: 100, forgetMs: DAY_MS, pastLock: NEVER },
  setup: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'setup-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  enrol: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'enrol-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  office: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'office-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  passkey: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  badge: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  display: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
} as const satisfies Record<string, Rule>;

/** The subject of a guess; durable counters use this name. */
export type GuessSubject = `${keyof typeof GUESS_RULES}:${string}`;

export type Tally = Omit<Schema['pin_guard'], 'subject'>;
export const NO_FAILURES: Tally = { failures: 0, wait_until: 0, locked_at: null };

/**
 * Adds a failure to a tally. While there is no wait, `wait_until` is the time of the last failure.
 */
export function countFailure(tally: Tally, rule: Rule, now: number): Tally {
  const forgotten = tally.locked_at === null && tally.wait_until + rule.forgetMs < now;
  const failures = forgotten ? 1 : tally.failures + 1;
  return {
    failures,
    wait_until: now + waitAfter(failures, rule),
    locked_at: failures >= rule.lockAt ? now : tally.locked_at,
  };
}

/** Returns how long the next guess waits after this many failures, milliseconds. */
function waitAfter(failures: number, { slowFrom }: Rule): number {
  return failures < slowFrom ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - slowFrom), LONGEST_WAIT_MS);
}

/**
 * Returns the duration of a temporary lock, milliseconds: an hour, then twice as long after each
 * further wrong guess, a day at most.
 */
function lockMs(failuresPast: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** failuresPast, LONGEST_LOCK_MS);
}

/**
 * Removes an attempt that was counted as wrong and was correct. Failures counted since that attempt
 * stay: the wait and the lock end only if the attempt began them. If a manager's PIN reset the
 * tally at that moment, at most one later wrong guess stays uncounted.
 */
export function undoGuess(now: Tally, { before, after }: CountedGuess, rule: Rule): Tally {
  const failures = Math.max(0, now.failures - 1);
  const locked = before.locked_at === null && now.locked_at === after.locked_at && failures < rule.lockAt;
  return {
    failures,
    wait_until: now.wait_until === after.wait_until ? before.wait_until : now.wait_until,
    locked_at: locked ? null : now.locked_at,
  };
}

/**
 * Returns how long guesses are refused, milliseconds. An impossibly long wait is ignored, because
 * it means that the clock was set back.
 */
export function waitLeftMs({ wait_until }: Tally, now: number): number {
  const waitMs = wait_until - now;
  return waitMs > 0 && waitMs <= LONGEST_WAIT_MS ? waitMs : 0;
}

/**
 * Returns how long a lock still blocks a guess, milliseconds; 0 for no lock. An impossibly long
 * temporary lock is ignored, because it means that the clock was set back.
 */
export function lockLeftMs(
  { subject, failures, wait_until, locked_at }: { readonly subject: GuessSubject } & Tally,
  privilege: Privilege,
  now: number,
): number {
  if (locked_at === null) return 0;
  const rule = ruleOf(subject);
  const past = failures - rule.lockAt;
  const endsBy = (leftMs: number) => (leftMs > LONGEST_LOCK_MS ? 0 : Math.max(0, leftMs));
  if (privilege.endsByItself.includes(subject)) return endsBy(locked_at + lockMs(past) - now);
  if (!privilege.mayOpen.includes(subject)) return NEVER;
  if (past < rule.pastLock) return 0;
  const lastAt = wait_until - waitAfter(failures, rule);
  return endsBy(lastAt + lockMs(past - rule.pastLock) - now);
}

export interface CountedGuess {
  readonly subject: GuessSubject;
  readonly before: Tally;
  readonly after: Tally;
}

/** Exemptions that admit a guess which would be blocked for others. */
export interface Privilege {
  /**
   * Subjects whose lock a correct guess opens, so that the lock does not block the next few
   * guesses.
   */
  readonly mayOpen: readonly GuessSubject[];
  readonly endsByItself: readonly GuessSubject[];
  /** Subjects whose wait does not block this guess. */
  readonly mayPass: readonly GuessSubject[];
}
export const NO_PRIVILEGE: Privilege = { mayOpen: [], mayPass: [], endsByItself: [] };

export function ruleOf(subject: GuessSubject): Rule {
  // The type guarantees that the part before the first colon is a name of RULES.
  return GUESS_RULES[subject.slice(0, subject.indexOf(':')) as keyof typeof GUESS_RULES];
}
