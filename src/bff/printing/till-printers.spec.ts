import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeEscPos } from '../../testing/escpos-decoder.ts';
import { createPrintRig, dotsIn, MARK, type PrintRig, paperOf, wantedOn } from '../../testing/print-rig.ts';
import { onStores, POSTGRES, SQLITE } from '../../testing/stores.ts';
import { ANA, BEN, MEI, SHOP } from '../../testing/till.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PrintRig;
  beforeEach(async () => {
    rig = await createPrintRig(kind);
  });
  afterEach(() => rig.close());

  /** A printer at the port of Ana's till, with a receipt that waits for it. */
  async function atPort(request: { cutter?: boolean; drawer?: boolean } = {}) {
    const one = rig.server();
    const id = randomUUID();
    await one.printers.put(MEI, id, { kind: 'serial', name: 'Counter', width: 80, cutter: true, drawer: false, ...request });
    await one.printers.choose(MEI, ANA.device.id, id);
    const printout = randomUUID();
    await one.printouts.put(ANA, printout, wantedOn(id, paperOf(3), { drawer: true }));
    const state = async () => (await one.printouts.here(ANA)).printouts.find((paper) => paper.id === printout);
    return { one, id, printout, state };
  }

  describe('a printer at a port of a till', () => {
    it('gets the very bytes that one on the network gets, begun by the till and ended by it', async () => {
      const { one, id, printout, state } = await atPort({ drawer: true });
      const paper = await one.tillPrinters.next(ANA, id);
      expect(paper?.id).toBe(printout);
      const { rows, cuts, drawerKicks, unknown } = decodeEscPos(Buffer.from(paper?.bytes ?? '', 'base64'));
      expect(rows).toEqual(dotsIn(paperOf(3)));
      expect([cuts, drawerKicks, unknown]).toEqual([1, 1, 0]);
      expect((await one.tillPrinters.begin(ANA, printout)).state).toBe('sending');
      expect((await one.tillPrinters.end(ANA, printout, 'printed')).state).toBe('printed');
      expect((await one.tillPrinters.end(ANA, printout, 'printed')).state).toBe('printed');
      expect(await one.tillPrinters.next(ANA, id)).toBe(null);
      expect((await state())?.state).toBe('printed');
      expect(await rig.kept()).toEqual([]);
    });

    it('has a paper that was cut off as not known, and prints it again as a copy when somebody wants it', async () => {
      const { one, id, printout, state } = await atPort();
      await one.tillPrinters.begin(ANA, printout);
      await one.tillPrinters.end(ANA, printout, 'cut-off');
      expect(await state()).toMatchObject({ state: 'unsure', reason: 'cut-off', canAgain: true });
      const copy = randomUUID();
      await one.printouts.again(ANA, printout, { id: copy, mark: MARK });
      const paper = await one.tillPrinters.next(ANA, id);
      expect(paper?.id).toBe(copy);
      expect(decodeEscPos(Buffer.from(paper?.bytes ?? '', 'base64')).rows).toEqual([...dotsIn(MARK), ...dotsIn(paperOf(3))]);
    });

    it('has one as not known that its till began and then said nothing of, and sends it not again', async () => {
      const { one, id, printout, state } = await atPort();
      await one.tillPrinters.begin(ANA, printout);
      expect(await one.tillPrinters.next(ANA, id)).toBe(null);
      expect(await state()).toMatchObject({ state: 'unsure', reason: 'cut-off' });
      await expect(one.tillPrinters.begin(ANA, printout)).rejects.toMatchObject({ code: 'printout-moved' });
    });

    it('begins nothing that was taken back', async () => {
      const { one, printout } = await atPort();
      await one.printouts.cancel(ANA, printout);
      await expect(one.tillPrinters.begin(ANA, printout)).rejects.toMatchObject({ code: 'printout-moved' });
      await expect(one.tillPrinters.end(ANA, printout, 'printed')).rejects.toMatchObject({ code: 'printout-moved' });
    });

    it('is that till’s alone: another one gets nothing of it, and the one that it is moved to has it', async () => {
      const { one, id, printout } = await atPort();
      await expect(one.tillPrinters.next(BEN, id)).rejects.toMatchObject({ code: 'printer-gone' });
      await expect(one.tillPrinters.begin(BEN, printout)).rejects.toMatchObject({ code: 'printer-gone' });
      await expect(one.tillPrinters.note(BEN, id, 'ready')).rejects.toMatchObject({ code: 'printer-gone' });
      await one.printers.choose(MEI, BEN.device.id, id);
      await expect(one.tillPrinters.next(ANA, id)).rejects.toMatchObject({ code: 'printer-gone' });
      expect((await one.tillPrinters.next(BEN, id))?.id).toBe(printout);
    });

    it('is not reached where its till says so, and where its till says nothing', async () => {
      const { one, id } = await atPort();
      const stands = async () => (await one.printers.list(SHOP)).find((printer) => printer.id === id)?.state;
      await one.tillPrinters.note(ANA, id, 'unreachable');
      expect(await stands()).toBe('unreachable');
      await one.tillPrinters.note(ANA, id, 'ready');
      expect(await stands()).toBe('ready');
      rig.clock.move(60_000);
      await one.leftovers.noteForgotten();
      expect(await stands()).toBe('unreachable');
    });

    it('is none that the server reaches itself', async () => {
      const one = rig.server();
      const id = await rig.add(one, 9_100, { host: '10.1.2.3' });
      await one.printers.choose(MEI, ANA.device.id, id);
      await expect(one.tillPrinters.next(ANA, id)).rejects.toMatchObject({ code: 'printer-gone' });
    });
  });
});
