import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../platform/base/ports.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { LOCKS_MAX } from './limits.ts';
import {
  type CountedGuess,
  countFailure,
  DAY_MS,
  GUESS_RULES,
  type GuessSubject,
  lockLeftMs,
  NEVER,
  NO_FAILURES,
  NO_PRIVILEGE,
  type Privilege,
  ruleOf,
  type Tally,
  undoGuess,
  waitLeftMs,
} from './tally.ts';

/**
 * A guess that was admitted. It already counts as wrong, so that concurrent guesses cannot share
 * one try.
 */
export interface Attempt {
  /** Wrong guesses left before something locks; 0 if this one locked it. */
  readonly attemptsLeft: number;
  /**
   * The duration of a lock that this guess begins, milliseconds; infinite if only a manager can end
   * it.
   */
  readonly lockDurationMs: number;
  readonly retryAfterMs: number;
  readonly counted: readonly CountedGuess[];
}

/** Answers if guesses are refused, for a while or until a manager intervenes. */
export interface GuessBlock {
  readonly waiting: boolean;
  readonly locked: boolean;
}

/** Resets only the failures of this subject that `counts` counted. */
export interface PartialReset {
  readonly of: GuessSubject;
  readonly counts: GuessSubject;
}

export interface GuessLimiter {
  /**
   * Admits one guess about all subjects together.
   * @throws Problem 423 `locked`, 429 `slow-down`
   */
  attempt(subjects: readonly GuessSubject[], privilege?: Privilege): Promise<Attempt>;
  /**
   * The guess of an attempt was correct. It resets the failures and locks of `forgiven`, and the
   * failures of one more subject that another subject counted. For every other subject it removes
   * only this attempt.
   */
  recordCorrectGuess(attempt: Attempt, forgiven: readonly GuessSubject[], partly?: PartialReset): Promise<void>;
  /**
   * A person was locked on a device, which is locked itself after several. @returns true if this
   * locked the device
   */
  recordLockOnDevice(deviceId: string): Promise<boolean>;
  forgive(subjects: readonly GuessSubject[], within?: Kysely<Schema>): Promise<void>;
  /**
   * Returns the locked subjects. @param endsByItself selects the subjects whose lock ends without a
   * manager
   */
  locked(
    subjects: readonly GuessSubject[],
    within?: Kysely<Schema>,
    endsByItself?: readonly GuessSubject[],
  ): Promise<ReadonlySet<GuessSubject>>;
  holdOn(subject: GuessSubject, within?: Kysely<Schema>): Promise<GuessBlock>;
}

/** Creates durable counters of wrong PINs and codes. */
export function createGuessLimiter({
  db,
  clock,
}: {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}): GuessLimiter {
  async function attempt(subjects: readonly GuessSubject[], privilege = NO_PRIVILEGE): Promise<Attempt> {
    const { mayOpen, mayPass } = privilege;
    return exclusively(db, 'guesses', async (trx) => {
      const now = clock.now();
      const tallies = await talliesOf(trx, subjects);
      const heldMs = Math.max(0, ...tallies.map((tally) => lockLeftMs(tally, privilege, now)));
      if (heldMs > 0) throw lockedProblem(heldMs);
      const mayStop = ({ subject }: { readonly subject: GuessSubject }) => !mayPass.includes(subject);
      const waitMs = Math.max(0, ...tallies.filter(mayStop).map((tally) => waitLeftMs(tally, now)));
      if (waitMs > 0) throw slowDown(waitMs);
      const left = (subject: GuessSubject, failures: number) => {
        const { lockAt, pastLock } = ruleOf(subject);
        return lockAt + (mayOpen.includes(subject) ? pastLock : 0) - failures;
      };
      const counted = tallies.map(({ subject, ...before }) => ({
        subject,
        before,
        after: countFailure(before, ruleOf(subject), now),
      }));
      for (const { subject, after } of counted) await save(trx, { subject, ...after });
      if (subjects.some((subject) => subject.includes('-from:'))) await forgetAddresses(trx, now);
      return {
        attemptsLeft: Math.max(0, Math.min(...counted.map(({ subject, after }) => left(subject, after.failures)))),
        lockDurationMs: Math.max(
          0,
          ...counted.map(({ subject, after }) => lockLeftMs({ subject, ...after }, privilege, now)),
        ),
        retryAfterMs: Math.max(0, ...counted.filter(mayStop).map(({ after }) => after.wait_until - now)),
        counted,
      };
    });
  }

  async function wasRight(
    { counted }: Attempt,
    forgiven: readonly GuessSubject[],
    partly?: PartialReset,
  ): Promise<void> {
    await exclusively(db, 'guesses', async (trx) => {
      await forgive(forgiven, trx);
      for (const one of counted.filter(({ subject }) => !forgiven.includes(subject))) {
        const [now] = await talliesOf(trx, [one.subject]);
        if (now) await save(trx, { subject: one.subject, ...undoGuess(now, one, ruleOf(one.subject)) });
      }
      if (partly) await forgivePart(trx, partly);
    });
  }

  async function forgive(subjects: readonly GuessSubject[], within: Kysely<Schema> = db): Promise<void> {
    await within.deleteFrom('pin_guard').where('subject', 'in', subjects).execute();
    for (const subject of subjects)
      if (subject.startsWith('device:')) await forgetDeviceParts(within, subject.slice('device:'.length));
  }

  return {
    attempt,
    recordCorrectGuess: wasRight,
    forgive,
    recordLockOnDevice: (deviceId) =>
      exclusively(db, 'guesses', async (trx) => {
        const now = clock.now();
        const [locks = NO_FAILURES, device = NO_FAILURES] = await talliesOf(trx, [
          `locks:${deviceId}`,
          `device:${deviceId}`,
        ]);
        const counted = countFailure(locks, GUESS_RULES.locks, now);
        await save(trx, { subject: `locks:${deviceId}`, ...counted });
        if (counted.failures < LOCKS_MAX || device.locked_at !== null) return false;
        const failures = Math.max(device.failures, GUESS_RULES.device.lockAt);
        await save(trx, { subject: `device:${deviceId}`, failures, wait_until: now, locked_at: now });
        return true;
      }),
    async locked(subjects, within = db, endsByItself = []) {
      if (subjects.length === 0) return new Set();
      const now = clock.now();
      const held = (await talliesOf(within, subjects)).filter(
        (tally) => lockLeftMs(tally, { ...NO_PRIVILEGE, endsByItself }, now) > 0,
      );
      return new Set(held.map(({ subject }) => subject));
    },
    async holdOn(subject, within = db) {
      const [tally = NO_FAILURES] = await talliesOf(within, [subject]);
      return { waiting: waitLeftMs(tally, clock.now()) > 0, locked: tally.locked_at !== null };
    },
  };
}

/**
 * Refuses because of a lock, with the same message for every lock. @param leftMs time until the
 * lock ends; infinite if only a manager can end it
 */
export function lockedProblem(leftMs = NEVER): Problem {
  const message = 'Too many wrong attempts. A manager must unlock this.';
  return refuse('locked', { message, ...(leftMs < NEVER && { details: { retryAfterMs: leftMs } }) });
}

function slowDown(retryAfterMs: number): Problem {
  return refuse('slow-down', { message: 'Too many wrong attempts. Wait a moment.', details: { retryAfterMs } });
}

async function talliesOf(
  trx: Kysely<Schema>,
  subjects: readonly GuessSubject[],
): Promise<({ subject: GuessSubject } & Tally)[]> {
  const rows = await trx.selectFrom('pin_guard').selectAll().where('subject', 'in', subjects).execute();
  return subjects.map((subject) => ({ ...NO_FAILURES, ...rows.find((row) => row.subject === subject), subject }));
}

/**
 * Resets the failures counted for parts of a device, and for guesses from the device. @param
 * deviceId created by us: it contains no pattern characters
 */
export async function forgetDeviceParts(trx: Kysely<Schema>, deviceId: string): Promise<void> {
  await trx
    .deleteFrom('pin_guard')
    .where((e) => e.or([e('subject', '=', `locks:${deviceId}`), e('subject', 'like', `at:${deviceId} %`)]))
    .execute();
}

/** The part that the attempt itself counted was already removed. */
async function forgivePart(trx: Transaction<Schema>, { of, counts }: PartialReset): Promise<void> {
  const [whole = NO_FAILURES, part = NO_FAILURES] = await talliesOf(trx, [of, counts]);
  const failures = Math.max(0, whole.failures - part.failures);
  await save(trx, { subject: of, failures, wait_until: whole.wait_until, locked_at: whole.locked_at });
  await trx.deleteFrom('pin_guard').where('subject', '=', counts).execute();
}

/** Requests from many addresses must not fill the table. */
async function forgetAddresses(trx: Transaction<Schema>, now: number): Promise<void> {
  await trx
    .deleteFrom('pin_guard')
    .where('subject', 'like', '%-from:%')
    .where('wait_until', '<', now - DAY_MS)
    .execute();
}

async function save(trx: Transaction<Schema>, row: Schema['pin_guard']): Promise<void> {
  const { subject: _, ...tally } = row;
  await trx
    .insertInto('pin_guard')
    .values(row)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(tally))
    .execute();
}
