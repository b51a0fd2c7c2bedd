import type { Kysely } from 'kysely';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Random } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** An attempt with a code that does not exist. */
export interface WrongCode {
  readonly id: string;
  /** The person who entered the code; for a program its key, or the keyed hash of its customer. */
  readonly personId: string;
  readonly deviceId: string;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Stores wrong codes, so that a restart loses none and all servers know them. */
export interface WrongCodeTable {
  since(shop: Scope, at: number): Promise<WrongCode[]>;
  /** Adds a wrong code, and deletes those up to a time. */
  add(shop: Scope, code: WrongCode, since: number): Promise<void>;
  /**
   * Records suspected guessing and opens a case, unless a case is open. @param codes the number of
   * codes tried
   */
  guessed(caller: Caller, codes: number, at: number): Promise<void>;
}

export interface WrongCodeTableOptions extends Pick<Ports, 'db' | 'audit'> {
  readonly random: Pick<Random, 'uuid'>;
}

export function createWrongCodeTable({ db, random, audit }: WrongCodeTableOptions): WrongCodeTable {
  async function read(from: Kysely<Schema>, shop: Scope, at: number): Promise<WrongCode[]> {
    const rows = await from
      .selectFrom('wrong_code')
      .selectAll()
      .where('shop', '=', shop)
      .where('at', '>', at)
      .execute();
    return rows.map((row) => ({ id: row.id, personId: row.person_id, deviceId: row.device_id, at: row.at }));
  }

  async function insert(
    into: Kysely<Schema>,
    shop: Scope,
    { id, personId, deviceId, at }: WrongCode,
    since: number,
  ): Promise<void> {
    await into.deleteFrom('wrong_code').where('shop', '=', shop).where('at', '<=', since).execute();
    await into.insertInto('wrong_code').values({ id, shop, person_id: personId, device_id: deviceId, at }).execute();
  }

  return {
    since: (shop, at) => read(db, shop, at),
    add: (shop, code, since) => db.transaction().execute((tx) => insert(tx, shop, code, since)),
    async guessed(caller, codes, at) {
      const { shop, person, device } = caller;
      await db.transaction().execute(async (tx) => {
        const row = { id: random.uuid(), shop, person_id: person.id, device_id: device.id, codes, at, closed_at: null };
        const made = await tx
          .insertInto('guessed_codes')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made) await audit.write({ by: caller, action: 'codes.guessed', subject: row.id, details: { codes } }, tx);
      });
    },
  };
}
