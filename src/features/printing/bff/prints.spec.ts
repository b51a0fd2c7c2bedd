import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createPrintRig, type PrintRig, printRequestFor } from '../../../testing/rigs/print-rig.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { PrintoutState } from '../contract/printing.ts';
import { createPrints, type Prints } from './prints.ts';

const DAY_MS = 86_400_000;

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PrintRig;
  let prints: Prints;
  let receipt: string;
  let mayLackFacts = false;
  beforeEach(async () => {
    rig = await createPrintRig(kind);
    mayLackFacts = false;
    prints = open();
    receipt = randomUUID();
  });
  afterEach(() => rig.close());

  const open = () => createPrints({ db: rig.store.db, clock: rig.clock, gate: { mayLackFacts: () => mayLackFacts } });
  const print = async (caller: Caller = ANA, id = randomUUID(), subject = receipt) =>
    (await prints.put(caller, id, { what: 'receipt', subject })).isCopy;

  async function printout(id: string, state: PrintoutState): Promise<void> {
    const one = rig.server();
    await one.queue.stop();
    const printerId = await rig.add(one, 9_100);
    await one.printouts.put(ANA, id, { ...printRequestFor(printerId), what: 'receipt', subject: receipt });
    await rig.store.db.updateTable('printout').set({ state }).where('id', '=', id).execute();
  }

  it('the second print of a receipt is a copy, even from another device or a day later', async () => {
    expect(await print()).toBe(false);
    expect(await print(BEN)).toBe(true);
    rig.clock.move(DAY_MS);
    prints = open();
    expect(await print()).toBe(true);
    expect(await print(ANA, randomUUID(), 'the next receipt')).toBe(false);
  });

  it('a repeated request gets the same answer, and its id cannot be used for another print', async () => {
    const id = randomUUID();
    expect([await print(ANA, id), await print(ANA, id)]).toEqual([false, false]);
    await expect(print(ANA, id, 'another receipt')).rejects.toMatchObject({ code: 'id-used' });
  });

  it('only one of many simultaneous prints is the original', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => print(at % 2 === 0 ? ANA : BEN)));
    expect(all.filter((isCopy) => !isCopy)).toHaveLength(1);
  });

  it.each([
    ['failed', false],
    ['cancelled', false],
    ['queued', true],
    ['unsure', true],
    ['printed', true],
  ] as const)('after a printout that is %s, the next print is a copy: %s', async (state, isCopy) => {
    const id = randomUUID();
    expect(await print(ANA, id)).toBe(false);
    await printout(id, state);
    expect(await print(BEN)).toBe(isCopy);
  });

  it('printouts made before prints were recorded count as prints', async () => {
    await printout(randomUUID(), 'printed');
    expect(await print()).toBe(true);
  });

  it('after a restore, an earlier receipt is printed as a copy, because a print may have been lost', async () => {
    const row = { shop: SHOP, kind: 'tender', state: 'captured', device_id: ANA.device.id, lock_hash: null } as const;
    const moments = { open: 0, version: 1, owner: null, created_at: 1, changed_at: 1 };
    await rig.store.db
      .insertInto('operation')
      .values({ id: receipt, ...row, ...moments })
      .execute();
    mayLackFacts = true;
    expect([await print(), await print(ANA, randomUUID(), randomUUID())]).toEqual([true, false]);
  });

  it('another shop has its own originals', async () => {
    const sister = shopNamed('sister');
    await seedPeople(rig.store.db, sister);
    await print();
    expect(await print({ ...ANA, shop: sister })).toBe(false);
  });
});
