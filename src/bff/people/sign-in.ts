import type { Kysely } from 'kysely';
import type { Session } from '../../contract/people.ts';
import { Problem } from '../http/problem.ts';
import type { Schema } from '../journal/schema.ts';
import { type Attempt, type Guessing, lockedProblem, type Subject } from './guessing.ts';
import type { Pins } from './pins.ts';
import type { Sessions } from './sessions.ts';

export interface SignInOptions {
  readonly db: Kysely<Schema>;
  readonly pins: Pins;
  readonly sessions: Sessions;
  readonly guessing: Guessing;
}

/** Where somebody wants to sign in. */
export interface Place {
  readonly shop: string;
  readonly deviceId: string;
}

/**
 * Signs in by PIN. Whether a person exists or is disabled can be told neither from the answer nor from its time. A person stays locked until a
 * manager gives a new PIN; a device or a shop until a manager signs in there.
 * @throws Problem 401 `wrong-pin`, 429 `slow-down`, 423 `locked`
 */
export function createSignIn({ db, pins, sessions, guessing }: SignInOptions) {
  return async function signIn({ shop, deviceId }: Place, personId: string, pin: string): Promise<{ token: string; session: Session }> {
    const found = await db
      .selectFrom('person')
      .select(['id', 'name', 'role', 'pin_hash'])
      .where('shop', '=', shop)
      .where('id', '=', personId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    const who: Subject = `person:${personId}`;
    const place: Subject[] = [`device:${deviceId}`, `shop:${shop}`];
    const isManager = found?.role === 'manager';
    const attempt = await guessing.attempt([who, ...place], isManager ? place : []);
    const right = await pins.verify(found?.pin_hash ?? null, pin);
    if (!found || !right) throw wrongPin(attempt);
    await guessing.forgive(isManager ? [who, ...place] : [who, `device:${deviceId}`]);
    const { id, name, role } = found;
    return sessions.start({ shop, deviceId }, { id, name, role });
  };
}

function wrongPin({ attemptsLeft, retryAfterMs }: Attempt): Problem {
  if (attemptsLeft === 0) return lockedProblem();
  return new Problem({
    status: 401,
    code: 'wrong-pin',
    message: 'This PIN is not right.',
    retry: 'never',
    details: { attemptsLeft, ...(retryAfterMs > 0 && { retryAfterMs }) },
  });
}
