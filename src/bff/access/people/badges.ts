import type { Transaction } from 'kysely';
import { BADGE_CHARACTERS, BADGE_LETTERS, badgeIn, badgeText } from '../../../contract/access/badge.ts';
import type { Person } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller, DeviceCaller } from '../../platform/http/caller.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { drawLetters, wrongCode } from '../rate-limits/codes.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';
import { assertManagesEverywhere, type IsOfficeMember } from './manages-everywhere.ts';
import { pinOf, selectPeopleIn } from './people.ts';

export interface BadgesOptions extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly keys: Pick<Keys, 'hash'>;
  readonly guessLimiter: GuessLimiter;
  readonly isOfficeMember: IsOfficeMember;
}

/**
 * Codes on badges. A badge identifies the person at the till; only the PIN proves it. Only the
 * code's keyed hash is stored.
 */
export interface Badges {
  /**
   * Creates a person's badge, whose code is returned once; an earlier badge stops working. @throws
   * Problem 404 `not-found`, 403 `works-elsewhere`
   */
  make(manager: Caller, personId: string): Promise<{ code: string }>;
  /** @throws Problem 404 `not-found` if the person has none, 403 `works-elsewhere` */
  revoke(manager: Caller, personId: string): Promise<void>;
  /**
   * Returns the owner of a badge.
   * @throws Problem 403 `wrong-badge` if it is unknown or revoked, or its person is disabled or
   * does not work in the shop; 429 `slow-down`
   */
  findOwner(caller: DeviceCaller, code: string): Promise<Person>;
  any(shop: Scope): Promise<boolean>;
}

export function createBadges({ db, clock, random, keys, guessLimiter, audit, isOfficeMember }: BadgesOptions): Badges {
  const hashOf = (code: string) => keys.hash(`badge:${code}`);

  /** Revokes the badge of a person. @returns false if the person had no badge */
  async function end(trx: Transaction<Schema>, personId: string): Promise<boolean> {
    const removed = await trx
      .updateTable('badge')
      .set({ revoked_at: clock.now() })
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return removed.numUpdatedRows > 0n;
  }

  async function make(manager: Caller, personId: string): Promise<{ code: string }> {
    const code = badgeText(drawLetters(random, BADGE_LETTERS, BADGE_CHARACTERS));
    await exclusively(db, 'people', async (trx) => {
      const { name } = await personOf(trx, manager, { id: personId, isOfficeMember });
      await end(trx, personId);
      const made = { shop: manager.shop, person_id: personId, made_by: manager.person.id, made_at: clock.now() };
      await trx
        .insertInto('badge')
        .values({ code_hash: hashOf(code), ...made, revoked_at: null })
        .execute();
      await audit.write({ by: manager, action: 'person.badge-made', subject: personId, details: { name } }, trx);
    });
    return { code };
  }

  async function revoke(manager: Caller, personId: string): Promise<void> {
    await exclusively(db, 'people', async (trx) => {
      const { name } = await personOf(trx, manager, { id: personId, isOfficeMember });
      if (!(await end(trx, personId))) throw notFound('This person has no badge.');
      await audit.write({ by: manager, action: 'person.badge-revoked', subject: personId, details: { name } }, trx);
    });
  }

  async function personOfBadge({ shop, device }: DeviceCaller, code: string): Promise<Person> {
    const attempt = await guessLimiter.attempt([`badge:${device.id}`]);
    const found = await db
      .selectFrom('badge')
      .innerJoin('person', 'person.id', 'badge.person_id')
      .innerJoin('place', 'place.person_id', 'person.id')
      .select(['person.id', 'person.name', 'place.role', 'person.language', 'person.pin_hash'])
      .select(['badge.revoked_at', 'person.disabled_at'])
      .where('badge.code_hash', '=', hashOf(badgeIn(code) ?? ''))
      .where('place.shop', '=', shop)
      .executeTakeFirst();
    if (found === undefined || found.revoked_at !== null || found.disabled_at !== null) {
      const details = found === undefined ? {} : { name: found.name };
      const by = { shop, device, person: null };
      await audit.write({ by, action: 'session.badge-refused', subject: found?.id ?? null, details });
      throw wrongCode('wrong-badge', attempt.retryAfterMs);
    }
    await guessLimiter.recordCorrectGuess(attempt, [`badge:${device.id}`]);
    const { id, name, role, language, pin_hash } = found;
    return { id, name, role, language, ...pinOf(pin_hash) };
  }

  return {
    make,
    revoke,
    findOwner: personOfBadge,
    async any(shop) {
      const badges = db
        .selectFrom('badge')
        .innerJoin('place', 'place.person_id', 'badge.person_id')
        .select('code_hash')
        .where('place.shop', '=', shop)
        .where('revoked_at', 'is', null);
      return (await badges.limit(1).executeTakeFirst()) !== undefined;
    },
  };
}

/**
 * Returns a person who can sign in, and whose badge the manager may change.
 * @throws Problem 404 `not-found`, 403 `works-elsewhere`
 */
async function personOf(
  trx: Transaction<Schema>,
  manager: Caller,
  { id, isOfficeMember }: { readonly id: string; readonly isOfficeMember: IsOfficeMember },
): Promise<{ name: string }> {
  const people = selectPeopleIn(trx, manager.shop).select('name').where('disabled_at', 'is', null);
  const found = await people.where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Person not found.');
  await assertManagesEverywhere(trx, manager, { id, isOfficeMember });
  return found;
}

function notFound(message: string): Problem {
  return refuse('not-found', { message });
}
