import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createShiftRig, type ShiftRig } from '../../../testing/rigs/shift-rig.ts';
import { ANA, MEI, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { liftAppendOnly } from '../store/migrations/dialect.ts';
import { describeClosings } from './report.ts';
import { verifyClosings } from './verify-closings.ts';

const DECLARED = { declared: { amount: 2_500, currency: 'SGD' } };

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: ShiftRig;
  let id: string;

  beforeEach(async () => {
    rig = await createShiftRig(kind);
    id = await rig.take(ANA, 2_000);
    await rig.close(ANA, DECLARED);
    await rig.parts.shifts.note(MEI, id, 'drawer was short');
    for (const table of ['shift_z', 'shift_z_fact', 'shift_note', 'audit'] as const)
      await liftAppendOnly(rig.store.db, table);
  });
  afterEach(() => rig.end());

  const verdict = async () => (await verifyClosings(rig.store.db, TEST_KEYS))[0];
  const faults = async () => (await verdict())?.faults;
  const rewrite = (from: string, to: string) => async () => {
    const { found } = await rig.store.db.selectFrom('shift_z').select('found').executeTakeFirstOrThrow();
    expect(found).toContain(from);
    await rig.store.db
      .updateTable('shift_z')
      .set({ found: found.replace(from, to) })
      .execute();
  };

  it('an unchanged Z report and its note match their seals', async () => {
    expect(await verdict()).toMatchObject({ sound: 1, unsealed: 0, faults: [] });
  });

  it.each([
    ['sum', rewrite('"amount":2000', '"amount":1000')],
    ['declared amount', rewrite('"declared":{"amount":2500', '"declared":{"amount":2000')],
    ['difference', rewrite('"difference":500', '"difference":0')],
    ['number', async () => void (await rig.store.db.updateTable('shift_z').set({ number: 7 }).execute())],
    ['request', async () => void (await rig.store.db.updateTable('shift_z').set({ request: '{}' }).execute())],
    ['facts', async () => void (await rig.store.db.deleteFrom('shift_z_fact').execute())],
  ])('a Z report whose %s was changed in the database is reported', async (_what, change) => {
    await change();
    expect(await faults()).toEqual([expect.stringMatching(new RegExp(`^Z \\d \\(${id}\\) was changed$`))]);
    const told = await verdict();
    expect(told && describeClosings(told)).toContain('broken');
  });

  it('a changed or removed note is reported', async () => {
    await rig.store.db.updateTable('shift_note').set({ note: 'all was well' }).execute();
    expect(await faults()).toEqual([
      `a note on the Z of shift ${id} was changed or added`,
      `a note on the Z of shift ${id} was changed or is missing`,
    ]);
    await rig.store.db.deleteFrom('shift_note').execute();
    expect(await faults()).toEqual([`a note on the Z of shift ${id} was changed or is missing`]);
  });

  it('an added and a removed Z report are reported', async () => {
    await rig.store.db.deleteFrom('shift_note').execute();
    await rig.store.db.deleteFrom('shift_z_fact').execute();
    await rig.store.db.updateTable('shift_z').set({ id: 'other' }).execute();
    expect(await faults()).toEqual(
      expect.arrayContaining(['Z 1 (other) was added', `the Z of shift ${id} is missing`]),
    );
  });

  it('skipped numbers are sealed', async () => {
    await rig.parts.zNumbers.take({ person: null, device: null }, [
      { till: ANA.device.id, number: 3, tag: await rig.parts.zNumbers.tag(ANA.device.id, 3) },
    ]);
    expect(await faults()).toEqual([]);
    await rig.store.db.updateTable('shift_z').set({ number: 9 }).where('number', '=', 3).execute();
    expect(await faults()).toEqual([
      `the burnt numbers 2 to 3 of ${ANA.device.id} were changed`,
      `the burnt number burnt-${ANA.device.id}-3 was added`,
    ]);
  });

  it('a journal whose entries have no seals still verifies', async () => {
    const entries = await rig.store.db.selectFrom('audit').select(['seq', 'details']).execute();
    for (const { seq, details } of entries) {
      const { seal: _, ...before } = JSON.parse(details) as Record<string, unknown>;
      const text = JSON.stringify(before);
      await rig.store.db.updateTable('audit').set({ details: text }).where('seq', '=', seq).execute();
    }
    expect(await verdict()).toMatchObject({ sound: 0, unsealed: 2, faults: [] });
  });
});
