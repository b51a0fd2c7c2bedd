import type { Kysely, Transaction } from 'kysely';
import { Problem } from '../http/problem.ts';
import { exclusively } from '../journal/exclusively.ts';
import type { Schema } from '../journal/schema.ts';
import type { Clock } from '../ports.ts';

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

/** A guess that was let through: counted as wrong already, so that guesses made at the same time cannot share one try. */
export interface Attempt {
  /** Wrong guesses that are still taken before something locks; 0 when this one locked it. */
  readonly attemptsLeft: number;
  /** How long the next guess has to wait should this one be wrong. */
  readonly retryAfterMs: number;
}

export interface Guessing {
  /**
   * Takes one guess about all subjects together.
   * @param mayOpen subjects whose lock a right guess opens, so that it does not stop this one
   * @throws Problem 423 `locked`, 429 `slow-down`
   */
  attempt(subjects: readonly Subject[], mayOpen?: readonly Subject[]): Promise<Attempt>;
  /** Forgets the failures and locks of subjects. */
  forgive(subjects: readonly Subject[], within?: Kysely<Schema>): Promise<void>;
  /** Those of the subjects that are locked. */
  locked(subjects: readonly Subject[], within?: Kysely<Schema>): Promise<ReadonlySet<Subject>>;
}

/** Durable counters of wrong PINs and codes. */
export function createGuessing({ db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock }): Guessing {
  async function attempt(subjects: readonly Subject[], mayOpen: readonly Subject[] = []): Promise<Attempt> {
    return exclusively(db, 'guesses', async (trx) => {
      const now = clock.now();
      const tallies = await talliesOf(trx, subjects);
      const locked = tallies.some(({ subject, locked_at }) => locked_at !== null && !mayOpen.includes(subject));
      if (locked) throw lockedProblem();
      const waitMs = Math.max(...tallies.map(({ wait_until }) => wait_until - now));
      // A wait that is longer than any means that the clock was set back: nobody is shut out for that.
      if (waitMs > 0 && waitMs <= LONGEST_WAIT_MS) throw slowDown(waitMs);
      const left = (subject: Subject, failures: number) =>
        mayOpen.includes(subject) ? Number.POSITIVE_INFINITY : ruleOf(subject).lockAt - failures;
      const counted = tallies.map((tally) => ({ subject: tally.subject, ...countFailure(tally, ruleOf(tally.subject), now) }));
      for (const row of counted) await save(trx, row);
      return {
        attemptsLeft: Math.max(0, Math.min(...counted.map(({ subject, failures }) => left(subject, failures)))),
        retryAfterMs: Math.max(0, ...counted.map(({ wait_until }) => wait_until - now)),
      };
    });
  }

  return {
    attempt,
    async forgive(subjects, within = db) {
      await within.deleteFrom('pin_guard').where('subject', 'in', subjects).execute();
    },
    async locked(subjects, within = db) {
      if (subjects.length === 0) return new Set();
      const tallies = await talliesOf(within, subjects);
      return new Set(tallies.filter(({ locked_at }) => locked_at !== null).map(({ subject }) => subject));
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
