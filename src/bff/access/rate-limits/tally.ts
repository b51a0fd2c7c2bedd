import type { Schema } from '../../platform/store/schema.ts';

/** What wrong guesses come to, reckoned without a database. */

/** How wrong guesses about one subject are met. */
interface Rule {
  /** From this many failures on, each one starts a wait that doubles. */
  readonly slowFrom: number;
  /**
   * At this many, nothing is taken any more until a manager steps in, or until the lock ends by
   * itself where it does.
   */
  readonly lockAt: number;
  /** Failures are forgotten after this long without another; a lock is not. */
  readonly forgetMs: number;
  /**
   * Of whoever may open its lock so many more wrong guesses are taken, then for a while none; see
   * {@link lockMs}.
   */
  readonly pastLock: number;
}

export const DAY_MS = 24 * 60 * 60_000;
export const NEVER = Number.POSITIVE_INFINITY;
export const GUESS_RULES = {
  person: { slowFrom: 5, lockAt: 10, forgetMs: NEVER, pastLock: 0 },
  device: { slowFrom: 5, lockAt: 10, forgetMs: DAY_MS, pastLock: 3 },
  /* What is wrong about one person on one device, so that a right PIN forgives the device just
     that; and people who were locked from a device. */
  at: { slowFrom: NEVER, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  locks: { slowFrom: NEVER, lockAt: NEVER, forgetMs: 30 * DAY_MS, pastLock: 0 },
  shop: { slowFrom: 50, lockAt: 100, forgetMs: DAY_MS, pastLock: NEVER },
  setup: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'setup-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  enrol: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'enrol-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  badge: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  display: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
} as const satisfies Record<string, Rule>;

/** About whom or what a guess is; counted durably under this name. */
export type GuessSubject = `${keyof typeof GUESS_RULES}:${string}`;

/** From a device that has locked people so often nobody else is locked: it is locked itself. */
export const LOCKS_MAX = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const FIRST_LOCK_MS = 60 * 60_000;
const LONGEST_LOCK_MS = DAY_MS;

export type Tally = Omit<Schema['pin_guard'], 'subject'>;
export const CLEAN: Tally = { failures: 0, wait_until: 0, locked_at: null };

/**
 * One more failure on a tally.
 *
 * `wait_until` is also the time of the last failure, as long as nobody has to wait.
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

/** How long the next guess waits after so many failures, milliseconds. */
function waitAfter(failures: number, { slowFrom }: Rule): number {
  return failures < slowFrom ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - slowFrom), LONGEST_WAIT_MS);
}

/**
 * How long a lock that ends by itself lasts, milliseconds: an hour, then twice as long after each
 * further wrong guess, a day at most.
 */
function lockMs(failuresPast: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** failuresPast, LONGEST_LOCK_MS);
}

/**
 * A tally without one attempt that was counted as wrong and was right. What others counted
 * meanwhile stays: the wait and the lock go only where this attempt began them. Where a manager's
 * PIN forgave the tally in that moment, one wrong guess after it goes uncounted at most.
 */
export function takeBack(now: Tally, { before, after }: CountedGuess, rule: Rule): Tally {
  const failures = Math.max(0, now.failures - 1);
  const locked = before.locked_at === null && now.locked_at === after.locked_at && failures < rule.lockAt;
  return {
    failures,
    wait_until: now.wait_until === after.wait_until ? before.wait_until : now.wait_until,
    locked_at: locked ? null : now.locked_at,
  };
}

/**
 * How long no guess is taken, milliseconds.
 *
 * A wait that is longer than any means that the clock was set back: nobody is shut out for that.
 */
export function waitOf({ wait_until }: Tally, now: number): number {
  const waitMs = wait_until - now;
  return waitMs > 0 && waitMs <= LONGEST_WAIT_MS ? waitMs : 0;
}

/**
 * How long a lock still stops a guess, milliseconds; 0 for not at all. A lock that ends by itself
 * and lasts longer than any means that the clock was set back.
 */
export function heldBy(
  { subject, failures, wait_until, locked_at }: { readonly subject: GuessSubject } & Tally,
  way: Privilege,
  now: number,
): number {
  if (locked_at === null) return 0;
  const rule = ruleOf(subject);
  const past = failures - rule.lockAt;
  const endsBy = (leftMs: number) => (leftMs > LONGEST_LOCK_MS ? 0 : Math.max(0, leftMs));
  if (way.endsByItself.includes(subject)) return endsBy(locked_at + lockMs(past) - now);
  if (!way.mayOpen.includes(subject)) return NEVER;
  if (past < rule.pastLock) return 0;
  const lastAt = wait_until - waitAfter(failures, rule);
  return endsBy(lastAt + lockMs(past - rule.pastLock) - now);
}

/** One subject's tally before and after an attempt. */
export interface CountedGuess {
  readonly subject: GuessSubject;
  readonly before: Tally;
  readonly after: Tally;
}

/** What a guess is let through that would stop others. */
export interface Privilege {
  /** Subjects whose lock a right guess opens, so that it does not stop the next few. */
  readonly mayOpen: readonly GuessSubject[];
  /** Subjects whose lock ends by itself. */
  readonly endsByItself: readonly GuessSubject[];
  /** Subjects whose wait does not hold this one up. */
  readonly mayPass: readonly GuessSubject[];
}
export const NONE: Privilege = { mayOpen: [], mayPass: [], endsByItself: [] };

export function ruleOf(subject: GuessSubject): Rule {
  // The part before the first colon of a subject is a name of RULES, by its type.
  return GUESS_RULES[subject.slice(0, subject.indexOf(':')) as keyof typeof GUESS_RULES];
}
