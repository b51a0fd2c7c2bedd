import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createPrintRig, type PrintRig, printRequestFor } from '../../../testing/rigs/print-rig.ts';
import { ANA, BEN, SHOP } from '../../../testing/rigs/till.ts';
import type { PrintoutState } from '../contract/printing.ts';

const MIB = 1024 * 1024;

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PrintRig;
  let one: ReturnType<PrintRig['server']>;
  let counter: string;
  beforeEach(async () => {
    rig = await createPrintRig(kind);
    one = rig.server();
    await one.queue.stop();
    counter = await rig.add(one, 9_100);
  });
  afterEach(() => rig.close());

  /** Stored documents of Ben's till. */
  async function store(printer_id: string, state: PrintoutState, sizes: readonly number[]): Promise<void> {
    const common = {
      shop: SHOP,
      printer_id,
      device_id: BEN.device.id,
      person_id: BEN.person.id,
      what: 'receipt',
    } as const;
    const rest = {
      subject: null,
      copy_of: null,
      drawer: 0,
      asked_hash: 'h',
      reason: null,
      owner: 1,
      created_at: 1,
      changed_at: 1,
    };
    const rows = sizes.map((bytes) => ({ ...common, ...rest, id: randomUUID(), state, sealed: 'x'.repeat(bytes) }));
    for (let at = 0; at < rows.length; at += 100)
      await rig.store.db
        .insertInto('printout')
        .values(rows.slice(at, at + 100))
        .execute();
  }
  const mib = (count: number) => Array<number>(count).fill(MIB);
  const put = (printer = counter, by = ANA) => one.printouts.put(by, randomUUID(), printRequestFor(printer));
  const FULL = { code: 'printer-full' };

  describe('a queue', () => {
    it('limits the number of documents of a printer, from all tills together', async () => {
      await store(counter, 'queued', Array<number>(LIMITS.printerWaitingMax - 1).fill(10));
      await put();
      await expect(put()).rejects.toMatchObject(FULL);
      expect(await put(await rig.add(one, 9_100, { name: 'Bar' }))).toMatchObject({ state: 'queued' });
    });

    it('limits the size of the documents of a printer and of a shop', async () => {
      await store(counter, 'queued', mib(16));
      await expect(put()).rejects.toMatchObject(FULL);
      const others = await Promise.all(['Bar', 'Door', 'Hall', 'Yard'].map((name) => rig.add(one, 9_100, { name })));
      for (const other of others.slice(0, 3)) await store(other, 'queued', mib(15));
      expect(await put(others[3])).toMatchObject({ state: 'queued' });
      await store(others[3] ?? '', 'queued', mib(3));
      await expect(put(others[3])).rejects.toMatchObject(FULL);
    });

    it('limits the number of documents of a device', async () => {
      await store(counter, 'queued', Array<number>(LIMITS.printoutsWaitingMax).fill(10));
      await expect(put(counter, BEN)).rejects.toMatchObject(FULL);
      expect(await put()).toMatchObject({ state: 'queued' });
    });

    it('deletes uncertain documents first, and printed ones need no space', async () => {
      await store(counter, 'unsure', mib(16));
      expect(await put()).toMatchObject({ state: 'queued' });
      expect(await rig.kept()).toHaveLength(1);
      expect((await one.printouts.latest(SHOP)).filter(({ state }) => state === 'unsure')).toHaveLength(16);
    });

    it('keeps uncertain documents if a new document is refused', async () => {
      await store(counter, 'queued', mib(16));
      await store(counter, 'unsure', [MIB]);
      await expect(put()).rejects.toMatchObject(FULL);
      expect(await rig.kept()).toHaveLength(17);
    });
  });
});
