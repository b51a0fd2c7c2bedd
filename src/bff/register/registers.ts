import type { Kysely } from 'kysely';
import { LIMITS } from '../../contract/limits.ts';
import { type NewRegister, type Register, registerOriginOf } from '../../contract/register.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import { exclusively } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';
import { alreadyListed, badReturnUrl, notThere, tooManyRegisters } from './problems.ts';

export interface RegistersDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Audit;
}

/** Registers that may ask this shop for redemptions by link; a link leads back to none but these. */
export interface Registers {
  /** By name. */
  list(shop: string): Promise<Register[]>;
  /** @throws Problem 409 where the origin is listed already, or too many are */
  add(manager: Caller, register: NewRegister): Promise<Register>;
  /** @throws Problem 404 */
  remove(manager: Caller, id: string): Promise<void>;
  /** What the shop calls the register with this origin; null where it is not listed. */
  nameOf(shop: string, origin: string): Promise<string | null>;
}

export function createRegisters({ db, clock, random, audit }: RegistersDeps): Registers {
  const registers = (shop: string) =>
    db
      .selectFrom('register')
      .innerJoin('person', 'person.id', 'register.person_id')
      .select(['register.id', 'register.origin', 'register.name', 'register.created_at', 'person.name as person'])
      .where('register.shop', '=', shop);

  return {
    async list(shop) {
      const rows = await registers(shop).orderBy('register.name').orderBy('register.origin').execute();
      return rows.map(({ created_at, ...row }) => ({ ...row, addedAt: new Date(created_at).toISOString() }));
    },
    async add(manager, { origin: typed, name }) {
      const { shop, person } = manager;
      const origin = registerOriginOf(typed);
      if (origin === null) throw badReturnUrl();
      const row = { id: random.uuid(), origin, name, created_at: clock.now() };
      await exclusively(db, 'registers', async (tx) => {
        const listed = await tx.selectFrom('register').select('origin').where('shop', '=', shop).execute();
        if (listed.some((one) => one.origin === origin)) throw alreadyListed();
        if (listed.length >= LIMITS.registersMax) throw tooManyRegisters();
        await tx
          .insertInto('register')
          .values({ ...row, shop, person_id: person.id })
          .execute();
        await audit.write({ by: manager, action: 'register.listed', subject: row.id, details: { name, origin } }, tx);
      });
      return { id: row.id, origin, name, person: person.name, addedAt: new Date(row.created_at).toISOString() };
    },
    async remove(manager, id) {
      const { shop } = manager;
      await exclusively(db, 'registers', async (tx) => {
        const found = await tx
          .selectFrom('register')
          .select(['name', 'origin'])
          .where('shop', '=', shop)
          .where('id', '=', id)
          .executeTakeFirst();
        if (!found) throw notThere('register');
        await tx.deleteFrom('register').where('id', '=', id).execute();
        await audit.write({ by: manager, action: 'register.removed', subject: id, details: found }, tx);
      });
    },
    async nameOf(shop, origin) {
      const row = await db.selectFrom('register').select('name').where('shop', '=', shop).where('origin', '=', origin).executeTakeFirst();
      return row?.name ?? null;
    },
  };
}
