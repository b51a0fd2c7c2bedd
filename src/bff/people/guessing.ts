import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../base/ports.ts';
import { Problem } from '../http/problem.ts';
import { exclusively } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';

/** How wrong guesses about one subject are met. */
interface Rule {
  /** From this many failures on, each one starts a wait that doubles. */
  readonly slowFrom: number;
  /** At this many, nothing is taken any more until a manager steps in, or until the lock ends by itself where it does. */
  readonly lockAt: number;
  /** Failures are forgotten after this long without another; a lock is not. */
  readonly forgetMs: number;
  /** Of whoever may open its lock so many more wrong guesses are taken, then for a while none; see {@link lockMs}. */
  readonly pastLock: number;
}

const DAY_MS = 24 * 60 * 60_000;
const NEVER = Number.POSITIVE_INFINITY;
const RULES = {
  person: { slowFrom: 5, lockAt: 10, forgetMs: NEVER, pastLock: 0 },
  device: { slowFrom: 5, lockAt: 10, forgetMs: DAY_MS, pastLock: 3 },
  shop: { slowFrom: 50, lockAt: 100, forgetMs: DAY_MS, pastLock: NEVER },
  setup: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'setup-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  enrol: { slowFrom: 20, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  'enrol-from': { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  badge: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
  display: { slowFrom: 5, lockAt: NEVER, forgetMs: DAY_MS, pastLock: 0 },
} as const satisfies Record<string, Rule>;

/** About whom or what a guess is; counted durably under this name. */
export type Subject = `${keyof typeof RULES}:${string}`;

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const FIRST_LOCK_MS = 60 * 60_000;
const LONGEST_LOCK_MS = DAY_MS;

type Tally = Omit<Schema['pin_guard'], 'subject'>;
const CLEAN: Tally = { failures: 0, wait_until: 0, locked_at: null };

/** One more failure on a tally. `wait_until` is also the time of the last failure, as long as nobody has to wait. */
function countFailure(tally: Tally, rule: Rule, now: number): Tally {
  const forgotten = tally.locked_at === null && tally.wait_until + rule.forgetMs < now;
  const failures = forgotten ? 1 : tally.failures + 1;
  return { failures, wait_until: now + waitAfter(failures, rule), locked_at: failures >= rule.lockAt ? now : tally.locked_at };
}

/** How long the next guess waits after so many failures, milliseconds. */
function waitAfter(failures: number, { slowFrom }: Rule): number {
  return failures < slowFrom ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - slowFrom), LONGEST_WAIT_MS);
}

/** How long a lock that ends by itself lasts, milliseconds: an hour, then twice as long after each further wrong guess, a day at most. */
function lockMs(failuresPast: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** failuresPast, LONGEST_LOCK_MS);
}

/**
 * A tally without one attempt that was counted as wrong and was right. What others counted meanwhile stays: the wait and the lock go only
 * where this attempt began them. Where a manager's PIN forgave the tally in that moment, one wrong guess after it goes uncounted at most.
 */
function takeBack(now: Tally, { before, after }: Counted, rule: Rule): Tally {
  const failures = Math.max(0, now.failures - 1);
  const locked = before.locked_at === null && now.locked_at === after.locked_at && failures < rule.lockAt;
  return {
    failures,
    wait_until: now.wait_until === after.wait_until ? before.wait_until : now.wait_until,
    locked_at: locked ? null : now.locked_at,
  };
}

/** How long no guess is taken, milliseconds. A wait that is longer than any means that the clock was set back: nobody is shut out for that. */
function waitOf({ wait_until }: Tally, now: number): number {
  const waitMs = wait_until - now;
  return waitMs > 0 && waitMs <= LONGEST_WAIT_MS ? waitMs : 0;
}

/**
 * How long a lock still stops a guess, milliseconds; 0 for not at all. A lock that ends by itself and lasts longer than any means that the clock was
 * set back.
 */
function heldBy({ subject, failures, wait_until, locked_at }: { readonly subject: Subject } & Tally, way: Privilege, now: number): number {
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

/** A guess that was let through: counted as wrong already, so that guesses made at the same time cannot share one try. */
export interface Attempt {
  /** Wrong guesses that are still taken before something locks; 0 when this one locked it. */
  readonly attemptsLeft: number;
  /** How long a lock then lasts, milliseconds; infinite where it does not end by itself. */
  readonly heldMs: number;
  /** How long the next guess has to wait should this one be wrong. */
  readonly retryAfterMs: number;
  /** What was counted, for {@link Guessing.wasRight}. */
  readonly counted: readonly Counted[];
}

/** One subject's tally before and after an attempt. */
interface Counted {
  readonly subject: Subject;
  readonly before: Tally;
  readonly after: Tally;
}

/** What a guess is let through that would stop others. */
export interface Privilege {
  /** Subjects whose lock a right guess opens, so that it does not stop the next few. */
  readonly mayOpen: readonly Subject[];
  /** Subjects whose lock ends by itself. */
  readonly endsByItself: readonly Subject[];
  /** Subjects whose wait does not hold this one up. */
  readonly mayPass: readonly Subject[];
}
const NONE: Privilege = { mayOpen: [], mayPass: [], endsByItself: [] };

/** Whether no guess about somebody or something is taken, for a while or until a manager steps in. */
export interface Hold {
  readonly waiting: boolean;
  readonly locked: boolean;
}

export interface Guessing {
  /**
   * Takes one guess about all subjects together.
   * @throws Problem 423 `locked`, 429 `slow-down`
   */
  attempt(subjects: readonly Subject[], privilege?: Privilege): Promise<Attempt>;
  /**
   * The guess of an attempt was right: forgets the failures and locks of `forgiven`, and takes this one attempt back, and no other, from
   * whatever else it was counted for.
   */
  wasRight(attempt: Attempt, forgiven: readonly Subject[]): Promise<void>;
  /** Forgets the failures and locks of subjects. */
  forgive(subjects: readonly Subject[], within?: Kysely<Schema>): Promise<void>;
  /** Those of the subjects that are locked. @param endsByItself those of them whose lock ends by itself */
  locked(subjects: readonly Subject[], within?: Kysely<Schema>, endsByItself?: readonly Subject[]): Promise<ReadonlySet<Subject>>;
  /** How things stand with one subject at this moment. */
  holdOn(subject: Subject, within?: Kysely<Schema>): Promise<Hold>;
}

/** Durable counters of wrong PINs and codes. */
export function createGuessing({ db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock }): Guessing {
  async function attempt(subjects: readonly Subject[], privilege = NONE): Promise<Attempt> {
    const { mayOpen, mayPass } = privilege;
    return exclusively(db, 'guesses', async (trx) => {
      const now = clock.now();
      const tallies = await talliesOf(trx, subjects);
      const heldMs = Math.max(0, ...tallies.map((tally) => heldBy(tally, privilege, now)));
      if (heldMs > 0) throw lockedProblem(heldMs);
      const mayStop = ({ subject }: { readonly subject: Subject }) => !mayPass.includes(subject);
      const waitMs = Math.max(0, ...tallies.filter(mayStop).map((tally) => waitOf(tally, now)));
      if (waitMs > 0) throw slowDown(waitMs);
      const left = (subject: Subject, failures: number) => {
        const { lockAt, pastLock } = ruleOf(subject);
        return lockAt + (mayOpen.includes(subject) ? pastLock : 0) - failures;
      };
      const counted = tallies.map(({ subject, ...before }) => ({ subject, before, after: countFailure(before, ruleOf(subject), now) }));
      for (const { subject, after } of counted) await save(trx, { subject, ...after });
      if (subjects.some((subject) => subject.includes('-from:'))) await forgetAddresses(trx, now);
      return {
        attemptsLeft: Math.max(0, Math.min(...counted.map(({ subject, after }) => left(subject, after.failures)))),
        heldMs: Math.max(0, ...counted.map(({ subject, after }) => heldBy({ subject, ...after }, privilege, now))),
        retryAfterMs: Math.max(0, ...counted.filter(mayStop).map(({ after }) => after.wait_until - now)),
        counted,
      };
    });
  }

  async function wasRight({ counted }: Attempt, forgiven: readonly Subject[]): Promise<void> {
    await exclusively(db, 'guesses', async (trx) => {
      await forgive(forgiven, trx);
      for (const one of counted.filter(({ subject }) => !forgiven.includes(subject))) {
        const [now] = await talliesOf(trx, [one.subject]);
        if (now) await save(trx, { subject: one.subject, ...takeBack(now, one, ruleOf(one.subject)) });
      }
    });
  }

  async function forgive(subjects: readonly Subject[], within: Kysely<Schema> = db): Promise<void> {
    await within.deleteFrom('pin_guard').where('subject', 'in', subjects).execute();
  }

  return {
    attempt,
    wasRight,
    forgive,
    async locked(subjects, within = db, endsByItself = []) {
      if (subjects.length === 0) return new Set();
      const now = clock.now();
      const held = (await talliesOf(within, subjects)).filter((tally) => heldBy(tally, { ...NONE, endsByItself }, now) > 0);
      return new Set(held.map(({ subject }) => subject));
    },
    async holdOn(subject, within = db) {
      const [tally = CLEAN] = await talliesOf(within, [subject]);
      return { waiting: waitOf(tally, clock.now()) > 0, locked: tally.locked_at !== null };
    },
  };
}

/** Refuses because of a lock, in the same words wherever the lock lies. @param leftMs until it ends by itself; infinite where it does not */
export function lockedProblem(leftMs = NEVER): Problem {
  const message = 'Too many wrong tries. A manager has to unlock this.';
  return new Problem({
    status: 423,
    code: 'locked',
    message,
    retry: 'never',
    ...(leftMs < NEVER && { details: { retryAfterMs: leftMs } }),
  });
}

function slowDown(retryAfterMs: number): Problem {
  return new Problem({
    status: 429,
    code: 'slow-down',
    message: 'Too many wrong tries. Wait a moment.',
    retry: 'safe',
    details: { retryAfterMs },
  });
}

async function talliesOf(trx: Kysely<Schema>, subjects: readonly Subject[]): Promise<({ subject: Subject } & Tally)[]> {
  const rows = await trx.selectFrom('pin_guard').selectAll().where('subject', 'in', subjects).execute();
  return subjects.map((subject) => ({ ...CLEAN, ...rows.find((row) => row.subject === subject), subject }));
}

/** Nobody fills the table by knocking from many addresses. */
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

function ruleOf(subject: Subject): Rule {
  // The part before the first colon of a subject is a name of RULES, by its type.
  return RULES[subject.slice(0, subject.indexOf(':')) as keyof typeof RULES];
}
