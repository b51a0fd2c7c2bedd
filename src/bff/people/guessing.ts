import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../base/ports.ts';
import { Problem } from '../http/problem.ts';
import { exclusively } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';

/** How wrong guesses about one subject are met. */
interface Rule {
  /** From this many failures on, each one starts a wait that doubles. */
  readonly slowFrom: number;
  /** At this many, nothing is taken any more until a manager steps in. */
  readonly lockAt: number;
  /** Failures are forgotten after this long without another; a lock is not. */
  readonly forgetMs: number;
}

const DAY_MS = 24 * 60 * 60_000;
const RULES = {
  person: { slowFrom: 5, lockAt: 10, forgetMs: Number.POSITIVE_INFINITY },
  device: { slowFrom: 5, lockAt: 10, forgetMs: DAY_MS },
  shop: { slowFrom: 50, lockAt: 100, forgetMs: DAY_MS },
  setup: { slowFrom: 5, lockAt: Number.POSITIVE_INFINITY, forgetMs: DAY_MS },
  enrol: { slowFrom: 5, lockAt: Number.POSITIVE_INFINITY, forgetMs: DAY_MS },
  badge: { slowFrom: 5, lockAt: Number.POSITIVE_INFINITY, forgetMs: DAY_MS },
  display: { slowFrom: 5, lockAt: Number.POSITIVE_INFINITY, forgetMs: DAY_MS },
} as const satisfies Record<string, Rule>;

/** About whom or what a guess is; counted durably under this name. */
export type Subject = `${keyof typeof RULES}:${string}`;

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;

type Tally = Omit<Schema['pin_guard'], 'subject'>;
const CLEAN: Tally = { failures: 0, wait_until: 0, locked_at: null };

/** One more failure on a tally. `wait_until` is also the time of the last failure, as long as nobody has to wait. */
function countFailure(tally: Tally, rule: Rule, now: number): Tally {
  const forgotten = tally.locked_at === null && tally.wait_until + rule.forgetMs < now;
  const failures = forgotten ? 1 : tally.failures + 1;
  const waitMs = failures < rule.slowFrom ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - rule.slowFrom), LONGEST_WAIT_MS);
  return { failures, wait_until: now + waitMs, locked_at: tally.locked_at ?? (failures >= rule.lockAt ? now : null) };
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

/** A guess that was let through: counted as wrong already, so that guesses made at the same time cannot share one try. */
export interface Attempt {
  /** Wrong guesses that are still taken before something locks; 0 when this one locked it. */
  readonly attemptsLeft: number;
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
  /** Subjects whose lock a right guess opens, so that it does not stop this one. */
  readonly mayOpen: readonly Subject[];
  /** Subjects whose wait does not hold this one up. */
  readonly mayPass: readonly Subject[];
}
const NONE: Privilege = { mayOpen: [], mayPass: [] };

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
  /** Those of the subjects that are locked. */
  locked(subjects: readonly Subject[], within?: Kysely<Schema>): Promise<ReadonlySet<Subject>>;
  /** How things stand with one subject at this moment. */
  holdOn(subject: Subject, within?: Kysely<Schema>): Promise<Hold>;
}

/** Durable counters of wrong PINs and codes. */
export function createGuessing({ db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock }): Guessing {
  async function attempt(subjects: readonly Subject[], { mayOpen, mayPass } = NONE): Promise<Attempt> {
    return exclusively(db, 'guesses', async (trx) => {
      const now = clock.now();
      const tallies = await talliesOf(trx, subjects);
      const locked = tallies.some(({ subject, locked_at }) => locked_at !== null && !mayOpen.includes(subject));
      if (locked) throw lockedProblem();
      const mayStop = ({ subject }: { readonly subject: Subject }) => !mayPass.includes(subject);
      const waitMs = Math.max(0, ...tallies.filter(mayStop).map((tally) => waitOf(tally, now)));
      if (waitMs > 0) throw slowDown(waitMs);
      const left = (subject: Subject, failures: number) =>
        mayOpen.includes(subject) ? Number.POSITIVE_INFINITY : ruleOf(subject).lockAt - failures;
      const counted = tallies.map(({ subject, ...before }) => ({ subject, before, after: countFailure(before, ruleOf(subject), now) }));
      for (const { subject, after } of counted) await save(trx, { subject, ...after });
      return {
        attemptsLeft: Math.max(0, Math.min(...counted.map(({ subject, after }) => left(subject, after.failures)))),
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
    async locked(subjects, within = db) {
      if (subjects.length === 0) return new Set();
      const tallies = await talliesOf(within, subjects);
      return new Set(tallies.filter(({ locked_at }) => locked_at !== null).map(({ subject }) => subject));
    },
    async holdOn(subject, within = db) {
      const [tally = CLEAN] = await talliesOf(within, [subject]);
      return { waiting: waitOf(tally, clock.now()) > 0, locked: tally.locked_at !== null };
    },
  };
}

/** Refuses because of a lock, in the same words wherever the lock lies. */
export function lockedProblem(): Problem {
  return new Problem({ status: 423, code: 'locked', message: 'Too many wrong tries. A manager has to unlock this.', retry: 'never' });
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
