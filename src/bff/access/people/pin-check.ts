import type { Kysely } from 'kysely';
import type { Person } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type Attempt, type Guessing, lockedProblem } from '../rate-limits/guessing.ts';
import type { GuessSubject } from '../rate-limits/tally.ts';
import { worksIn } from './people.ts';
import type { Pins } from './pins.ts';

export interface PinCheckOptions extends Pick<Ports, 'db' | 'audit'> {
  readonly pins: Pins;
  readonly guessing: Guessing;
  /** What the audit trail calls a wrong PIN where this one is asked for. */
  readonly refused: 'session.refused' | 'pin.refused';
}

/** Where somebody types a PIN. */
export interface PinPlace {
  readonly shop: Scope;
  readonly deviceId: string;
}

/** Tells whether a PIN is a person's own. */
export type PinCheck = (place: PinPlace, personId: string, pin: string) => Promise<Person>;

/**
 * Checks PINs, wherever one is asked for, against one budget of wrong guesses. Whether a person
 * exists or is disabled can be told neither from the answer nor from its time. A person stays
 * locked until a manager gives a new PIN; a manager for an hour, then twice as long each time, so
 * that nobody who passes by can shut all of them out for good. A device or a shop stays locked
 * until a manager's PIN is typed there, or a manager unlocks it; a locked device takes few wrong
 * ones of managers, then none for a while. While the whole shop has to wait, managers need not:
 * guesses at each of them are counted for them and their device as well. A right PIN of anybody
 * else forgives the device only what was wrong about that person, and a device from which people
 * were locked three times is locked itself. Throws problems 401 `wrong-pin`, 429 `slow-down`, 423
 * `locked`.
 */
export function createPinCheck({ db, pins, guessing, audit, refused }: PinCheckOptions): PinCheck {
  return async ({ shop, deviceId }, personId, pin) => {
    const found = await worksIn(db, shop)
      .select(['id', 'name', 'role', 'language', 'pin_hash'])
      .where('id', '=', personId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    const who: GuessSubject = `person:${personId}`;
    const device: GuessSubject = `device:${deviceId}`;
    const everybody: GuessSubject = `shop:${shop}`;
    const here: GuessSubject = `at:${deviceId} ${personId}`;
    const isManager = found?.role === 'manager';
    const privilege = { mayOpen: [device, everybody], mayPass: [everybody], endsByItself: [who] };
    const attempt = await guessing.attempt([who, device, everybody, here], isManager ? privilege : undefined);
    const right = await pins.verify(found?.pin_hash ?? null, pin);
    if (!found || !right) {
      const by = { shop, device: { id: deviceId }, person: null };
      const beside = await lastThere(db, deviceId);
      const tried = {
        by,
        subject: found?.id ?? null,
        details: { ...(found && { name: found.name }), ...(beside && { beside }) },
      };
      await audit.write({ ...tried, action: refused });
      const isLocked = attempt.counted.some(({ subject, after }) => subject === who && after.locked_at !== null);
      if (found && isLocked) await guessing.lockedFrom(deviceId);
      if (attempt.attemptsLeft === 0) await audit.write({ ...tried, action: 'session.locked' });
      throw wrongPin(attempt);
    }
    if (isManager) await guessing.wasRight(attempt, [who, device, everybody, here]);
    else await guessing.wasRight(attempt, [who], { of: device, counts: here });
    const { id, name, role, language } = found;
    return { id, name, role, language };
  };
}

/**
 * Name of who is signed in on a device, or was last: a wrong PIN is nobody's own, and somebody may
 * know who stood there.
 */
async function lastThere(db: Kysely<Schema>, deviceId: string): Promise<string | null> {
  const last = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select('person.name')
    .where('session.device_id', '=', deviceId)
    .orderBy('session.last_used_at', 'desc')
    .executeTakeFirst();
  return last?.name ?? null;
}

function wrongPin({ attemptsLeft, retryAfterMs, heldMs }: Attempt): Problem {
  if (attemptsLeft === 0) return lockedProblem(heldMs);
  return refuse('wrong-pin', { details: { attemptsLeft, ...(retryAfterMs > 0 && { retryAfterMs }) } });
}
