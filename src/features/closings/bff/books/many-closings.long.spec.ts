import { afterEach, beforeEach, expect, it } from 'vitest';
import { SQLITE } from '../../../../testing/databases/stores.ts';
import { createShiftRig, type ShiftRig } from '../../../../testing/rigs/shift-rig.ts';
import { ANA, MEI } from '../../../../testing/rigs/till.ts';
import { type BookExport, NO_BOOKS } from '../../contract/books.ts';

const DAY = '2030-01-15';
const ASKED: BookExport = { from: DAY, to: DAY, format: 'csv', currency: 'SGD', again: false };
/** SQLite takes 32,766 values in one statement, and a row of an export has three. */
const MANY = 33_000;
const COUNTING = 11_000;
const AT_ONCE = 500;
/** Beyond the facts of the closing that is copied. */
const FIRST_SEQ = 1_000;

let rig: ShiftRig;
beforeEach(async () => {
  rig = await createShiftRig(SQLITE);
});
afterEach(() => rig.end());

/** Copies the only closing to reach this number; the first ones count one fact each. */
async function copyClosing(count: number): Promise<void> {
  const { db } = rig.store;
  const z = await db.selectFrom('shift_z').selectAll().executeTakeFirstOrThrow();
  const found = JSON.parse(z.found) as object;
  const fact = await db.selectFrom('fact').selectAll().where('kind', '=', 'captured').executeTakeFirstOrThrow();
  const operation = await db.selectFrom('operation').selectAll().executeTakeFirstOrThrow();
  const tender = await db.selectFrom('tender').selectAll().executeTakeFirstOrThrow();
  for (let start = 1; start <= count; start += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => start + index).filter((number) => number > 1);
    const zs = numbers.map((number) => {
      const id = `z-${number}`;
      return {
        ...z,
        id,
        number,
        found: JSON.stringify({ ...found, id, number, ...(number > COUNTING && { sums: [] }) }),
      };
    });
    await db.insertInto('shift_z').values(zs).execute();
    if (start > COUNTING) continue;
    await db
      .insertInto('operation')
      .values(numbers.map((number) => ({ ...operation, id: `t-${number}` })))
      .execute();
    await db
      .insertInto('tender')
      .values(numbers.map((number) => ({ ...tender, id: `t-${number}` })))
      .execute();
    const facts = numbers.map((number) => ({ ...fact, seq: FIRST_SEQ + number, operation_id: `t-${number}` }));
    await db.insertInto('fact').values(facts).execute();
    const counted = numbers.map((number) => ({ shop: z.shop, fact_seq: FIRST_SEQ + number, z_id: `z-${number}` }));
    await db.insertInto('shift_z_fact').values(counted).execute();
  }
}

it(`${MANY} closings are listed and exported at once`, async () => {
  const { books, exports } = rig.parts.bookKeeping;
  await books.write(MEI, {
    ...NO_BOOKS,
    classes: { ...NO_BOOKS.classes, 'own-multi': { account: '2200', tax: '' } },
    clearing: { account: '1360', tax: '' },
  });
  await rig.take(ANA, 100);
  await rig.close(ANA);
  await copyClosing(MANY);
  expect((await exports.closings(MEI, DAY, DAY)).closings).toHaveLength(MANY);
  const file = new TextDecoder().decode((await exports.make(MEI, ASKED)).bytes);
  expect(file.trimEnd().split('\n')).toHaveLength(1 + 2 * COUNTING);
}, 60_000);
