import type { Kysely } from 'kysely';
import type { Person } from '../../contract/people.ts';
import type { Audit } from '../audit/audit.ts';
import { Problem } from '../http/problem.ts';
import type { Schema } from '../store/schema.ts';
import { type Attempt, type Guessing, lockedProblem, type Subject } from './guessing.ts';
import type { Pins } from './pins.ts';

export interface PinCheckOptions {
  readonly db: Kysely<Schema>;
  readonly pins: Pins;
  readonly guessing: Guessing;
  readonly audit: Audit;
  /** What the audit trail calls a wrong PIN where this one is asked for. */
  readonly refused: 'session.refused' | 'pin.refused';
}

/** Where somebody types a PIN. */
export interface Place {
  readonly shop: string;
  readonly deviceId: string;
}

/** Tells whether a PIN is a person's own. */
export type PinCheck = (place: Place, personId: string, pin: string) => Promise<Person>;

/**
 * Checks PINs, wherever one is asked for, against one budget of wrong guesses. Whether a person exists or is disabled can be told neither
 * from the answer nor from its time. A person stays locked until a manager gives a new PIN; a manager for an hour, then twice as long each time,
 * so that nobody who passes by can shut all of them out for good. A device or a shop stays locked until a manager's PIN is typed there, or a
 * manager unlocks it; a locked device takes few wrong ones of managers, then none for a while. While the whole shop has to wait, managers need not:
 * guesses at each of them are counted for them and their device as well. Throws problems 401 `wrong-pin`, 429 `slow-down`, 423 `locked`.
 */
export function createPinCheck({ db, pins, guessing, audit, refused }: PinCheckOptions): PinCheck {
  return async ({ shop, deviceId }, personId, pin) => {
    const found = await db
      .selectFrom('person')
      .select(['id', 'name', 'role', 'language', 'pin_hash'])
      .where('shop', '=', shop)
      .where('id', '=', personId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    const who: Subject = `person:${personId}`;
    const device: Subject = `device:${deviceId}`;
    const everybody: Subject = `shop:${shop}`;
    const isManager = found?.role === 'manager';
    const privilege = { mayOpen: [device, everybody], mayPass: [everybody], endsByItself: [who] };
    const attempt = await guessing.attempt([who, device, everybody], isManager ? privilege : undefined);
    const right = await pins.verify(found?.pin_hash ?? null, pin);
    if (!found || !right) {
      const by = { shop, device: { id: deviceId }, person: null };
      const tried = { by, subject: found?.id ?? null, details: found ? { name: found.name } : {} };
      await audit.write({ ...tried, action: refused });
      if (attempt.attemptsLeft === 0) await audit.write({ ...tried, action: 'session.locked' });
      throw wrongPin(attempt);
    }
    await guessing.wasRight(attempt, isManager ? [who, device, everybody] : [who, device]);
    const { id, name, role, language } = found;
    return { id, name, role, language };
  };
}

function wrongPin({ attemptsLeft, retryAfterMs, heldMs }: Attempt): Problem {
  if (attemptsLeft === 0) return lockedProblem(heldMs);
  return new Problem({
    status: 401,
    code: 'wrong-pin',
    message: 'This PIN is not right.',
    retry: 'never',
    details: { attemptsLeft, ...(retryAfterMs > 0 && { retryAfterMs }) },
  });
}
