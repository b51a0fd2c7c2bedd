import type { Kysely } from 'kysely';
import type { Person } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type Attempt, type GuessLimiter, lockedProblem } from '../rate-limits/guess-limiter.ts';
import type { GuessSubject } from '../rate-limits/tally.ts';
import { selectPeopleIn } from './people.ts';
import type { Pins } from './pins.ts';

/** A person who can sign in, and the stored form of the PIN. */
export interface StoredPerson {
  readonly id: string;
  readonly pin_hash: string;
}

export interface PinCheckOptions extends Pick<Ports, 'db' | 'audit'> {
  /** Checks a PIN, or a code instead of one, of a person; null for an unknown one. */
  readonly isRight: (person: StoredPerson | null, secret: string) => Promise<boolean>;
  readonly guessLimiter: GuessLimiter;
  /** The problem of a wrong secret. */
  readonly wrong?: 'wrong-pin' | 'wrong-enrolment-code';
  /** The audit action for a wrong PIN in this context. */
  readonly refused: 'session.refused' | 'pin.refused';
}

export interface PinContext {
  readonly shop: Scope;
  readonly deviceId: string;
}

/** @returns the check of a PIN, as {@link PinCheckOptions.isRight} */
export const rightPin =
  (pins: Pick<Pins, 'verify'>): PinCheckOptions['isRight'] =>
  (person, pin) =>
    pins.verify(person?.pin_hash ?? null, pin);

export type PinCheck = (context: PinContext, personId: string, pin: string) => Promise<Person>;

/**
 * Checks PINs everywhere with one shared budget of wrong guesses. Neither the answer nor its time
 * reveals whether a person exists or is disabled. A person stays locked until a manager sets a new
 * PIN. A manager stays locked for an hour, then twice as long each time, so that a passer-by cannot
 * lock all managers out for good. A device or a shop stays locked until a manager's PIN is entered
 * there, or a manager unlocks it. A locked device accepts a few wrong PINs of managers, then none
 * for a while. While the whole shop has to wait, managers do not: their wrong PINs are also counted
 * for the manager and the device. A correct PIN of anyone else resets only the device's failures
 * for that person. A device on which people were locked three times is locked itself. Throws
 * problems 401 `wrong-pin`, 429 `slow-down`, 423 `locked`.
 */
export function createPinCheck({
  db,
  isRight,
  guessLimiter,
  audit,
  refused,
  wrong = 'wrong-pin',
}: PinCheckOptions): PinCheck {
  return async ({ shop, deviceId }, personId, pin) => {
    const found = await selectPeopleIn(db, shop)
      .select(['id', 'name', 'role', 'language', 'pin_hash'])
      .where('id', '=', personId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    /* Anyone can name the id of a person of another shop: that must not lock the person there. */
    const who: GuessSubject = found ? `person:${personId}` : `person:${shop} ${personId}`;
    const device: GuessSubject = `device:${deviceId}`;
    const everybody: GuessSubject = `shop:${shop}`;
    const deviceSubject: GuessSubject = `at:${deviceId} ${personId}`;
    const isManager = found?.role === 'manager';
    const privilege = { mayOpen: [device, everybody], mayPass: [everybody], endsByItself: [who] };
    const attempt = await guessLimiter.attempt(
      [who, device, everybody, deviceSubject],
      isManager ? privilege : undefined,
    );
    const right = await isRight(found ?? null, pin);
    if (!found || !right) {
      const by = { shop, device: { id: deviceId }, person: null };
      const lastPersonId = await lastPersonOn(db, deviceId);
      const tried = {
        by,
        subject: found?.id ?? null,
        details: { ...(found && { name: found.name }), ...(lastPersonId && { beside: lastPersonId }) },
      };
      await audit.write({ ...tried, action: refused });
      const isLocked = attempt.counted.some(({ subject, after }) => subject === who && after.locked_at !== null);
      if (found && isLocked) await guessLimiter.recordLockOnDevice(deviceId);
      if (attempt.attemptsLeft === 0) await audit.write({ ...tried, action: 'session.locked' });
      throw wrongSecret(attempt, wrong);
    }
    if (isManager) await guessLimiter.recordCorrectGuess(attempt, [who, device, everybody, deviceSubject]);
    else await guessLimiter.recordCorrectGuess(attempt, [who], { of: device, counts: deviceSubject });
    const { id, name, role, language } = found;
    return { id, name, role, language };
  };
}

/**
 * Returns the name of the person signed in on a device, now or last: a wrong PIN identifies no
 * person, but the named one may know who used the device.
 */
async function lastPersonOn(db: Kysely<Schema>, deviceId: string): Promise<string | null> {
  const last = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select('person.name')
    .where('session.device_id', '=', deviceId)
    .orderBy('session.last_used_at', 'desc')
    .executeTakeFirst();
  return last?.name ?? null;
}

function wrongSecret(
  { attemptsLeft, retryAfterMs, lockDurationMs }: Attempt,
  wrong: NonNullable<PinCheckOptions['wrong']>,
): Problem {
  if (attemptsLeft === 0) return lockedProblem(lockDurationMs);
  return refuse(wrong, { details: { attemptsLeft, ...(retryAfterMs > 0 && { retryAfterMs }) } });
}
