import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import { sealOfBurntNumbers, sealOfNote, sealOfZ } from '../../../bff/platform/audit/closing-seals.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import { inShopByTime } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { OperationNews } from '../../../bff/redemption/operation/operations.ts';
import type { ShiftDays } from './close-shift.ts';
import type { CountedRowsDeps } from './counted-rows.ts';
import { BURNT_MAX } from './limits.ts';
import { burntView } from './open-shifts.ts';
import {
  type ClosedAs,
  type NewZ,
  type PagedShifts,
  type ShiftStore,
  type StoredZ,
  type ZView,
  zViewSchema,
} from './shift-store.ts';
import { createUncounted, devicesOf, highestNumbers } from './uncounted.ts';

export interface ShiftTableDeps extends Pick<Ports, 'db' | 'reads' | 'shop'>, CountedRowsDeps {
  readonly keys: Pick<Keys, 'open' | 'chain'>;
  readonly clock: Pick<Ports['clock'], 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly outbox: Pick<OperationNews, 'publish'>;
  readonly days: () => Promise<Pick<ShiftDays, 'dayOf'>>;
}

const ROWS_PER_QUERY = 500;

/** Stores every Z of a shop. Unique constraints protect numbers and facts from appearing twice. */
export function createShiftTable(deps: ShiftTableDeps): ShiftStore & PagedShifts {
  const { db, shop, clock, audit, keys } = deps;
  const zs = () => db.selectFrom('shift_z').selectAll().where('shop', '=', shop);

  const uncounted = createUncounted(deps);

  return {
    ...uncounted,
    async read(id) {
      const row = await zs().where('id', '=', id).executeTakeFirst();
      return row ? storedZOf(row) : null;
    },
    async opened(from, to) {
      const rows = zs().where('opened_at', '>=', from).where('opened_at', '<=', to);
      return (await rows.orderBy('opened_at', 'desc').execute()).map((row) => storedZOf(row).z);
    },
    async pageOf({ from, to, after, count }) {
      const rows = db
        .selectFrom('shift_z')
        .selectAll()
        .where(inShopByTime(db, 'shop', shop))
        .where('created_at', '>=', Math.max(from, after?.at ?? from))
        .where('created_at', '<', to)
        .where('burnt', '=', 0)
        .$if(after !== null, (of) =>
          of.where((e) => e.or([e('created_at', '>', after?.at ?? 0), e('id', '>', after?.id ?? '')])),
        );
      const page = await rows.orderBy('created_at').orderBy('id').limit(count).execute();
      return page.map((row) => storedZOf(row).z);
    },
    async ofPerson(personId, count) {
      const rows = zs().where('person_id', '=', personId).orderBy('created_at', 'desc').limit(count);
      return (await rows.execute()).map((row) => storedZOf(row).z);
    },
    async newest(tillId) {
      const rows = zs().where('device_id', 'in', await devicesOf(db, shop, tillId));
      const row = await rows.orderBy('number', 'desc').limit(1).executeTakeFirst();
      return row ? { number: row.number, at: row.created_at } : null;
    },
    devicesOf: (tillId) => devicesOf(db, shop, tillId),
    async close(tillId, decide) {
      await uncounted.open(tillId);
      return exclusively(db, 'shifts', async (tx) => {
        const open = await uncounted.open(tillId, tx);
        const closing = decide(open, await highestOf(tx, shop));
        if (closing === null) return null;
        await writeZ(tx, deps, closing);
        return closing.z;
      });
    },
    async burn(upTo, at, by) {
      const day = (await deps.days()).dayOf(at);
      return exclusively(db, 'shifts', async (tx) => {
        const highest = await highestOf(tx, shop);
        const devices = tx.selectFrom('device').select(['id', 'name']).where('shop', '=', shop);
        const tills = await devices.where('till_id', 'is', null).execute();
        let burnt = 0;
        for (const till of tills) {
          const from = (highest.get(till.id) ?? 0) + 1;
          const to = upTo.get(till.id) ?? 0;
          if (to < from || to - from >= BURNT_MAX) continue;
          await burnNumbers(tx, deps, { till, from, to, at, day, by });
          burnt += to - from + 1;
        }
        return burnt;
      });
    },
    async notesOf(id) {
      const notes = db
        .selectFrom('shift_note')
        .innerJoin('person', 'person.id', 'shift_note.person_id')
        .select(['shift_note.at', 'person.name as person', 'note'])
        .where('shift_note.shop', '=', shop)
        .where('z_id', '=', id);
      const rows = await notes.orderBy('shift_note.at').execute();
      return rows.map(({ at, person, note }) => ({ at: new Date(at).toISOString(), person, note }));
    },
    async addNote(id, by, note) {
      await db.transaction().execute(async (tx) => {
        const row = { shop, z_id: id, at: clock.now(), person_id: by.person.id, note };
        await tx.insertInto('shift_note').values(row).execute();
        const details = { reason: note, seal: sealOfNote(keys, row) };
        await audit.write({ by: { shop, ...by }, action: 'shift.noted', subject: id, details }, tx);
      });
    },
  };
}

async function highestOf(tx: Kysely<Schema>, shop: Scope): Promise<ReadonlyMap<string, number>> {
  const highest = new Map<string, number>();
  for (const { till, number } of await highestNumbers(tx, shop))
    highest.set(till, Math.max(number, highest.get(till) ?? 0));
  return highest;
}

async function writeZ(
  tx: Transaction<Schema>,
  { shop, audit, outbox, keys }: ShiftTableDeps,
  { by, request, z, factIds }: NewZ,
): Promise<void> {
  const { id, number, till, tillId, personId } = z;
  const row = rowOf(shop, z, request);
  await tx.insertInto('shift_z').values(row).execute();
  for (let start = 0; start < factIds.length; start += ROWS_PER_QUERY) {
    const some = factIds.slice(start, start + ROWS_PER_QUERY);
    const rows = some.map((fact) => ({ shop, fact_seq: Number(fact), z_id: id }));
    await tx.insertInto('shift_z_fact').values(rows).execute();
  }
  await outbox.publish(tx, shop, 'shift.closed', {
    id,
    number: String(number),
    till,
    tillId,
    personId: personId ?? '',
  });
  const action = z.closedBy === 'next-day' ? 'shift.left-open' : 'shift.closed';
  const seal = sealOfZ(keys, row, factIds.map(Number));
  const details = { name: z.person, device: till, number: `Z ${number}`, seal };
  await audit.write({ by: { shop, ...by }, action, subject: id, details }, tx);
}

interface NumbersToBurn {
  readonly till: { readonly id: string; readonly name: string };
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly day: string;
  readonly by: ClosedAs;
}

async function burnNumbers(
  tx: Transaction<Schema>,
  { shop, audit, keys }: ShiftTableDeps,
  { till, from, to, at, day, by }: NumbersToBurn,
): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const rows = numbers.map((number) => rowOf(shop, burntView({ till, number, at, day }), ''));
  await tx.insertInto('shift_z').values(rows).execute();
  const details = { device: till.name, from, to, seal: sealOfBurntNumbers(keys, rows) };
  await audit.write({ by: { shop, ...by }, action: 'shift.numbers-burnt', subject: till.id, details }, tx);
}

function rowOf(shop: Scope, z: ZView, request: string) {
  return {
    id: z.id,
    shop,
    device_id: z.tillId,
    number: z.number,
    person_id: z.personId,
    opened_at: Date.parse(z.opened),
    created_at: Date.parse(z.closed ?? z.opened),
    burnt: z.burnt ? 1 : 0,
    request,
    found: JSON.stringify(z),
    floor: 0,
  };
}

function storedZOf({ request, found }: Selectable<Schema['shift_z']>): StoredZ {
  return { request, z: zViewSchema.parse(JSON.parse(found)) };
}
