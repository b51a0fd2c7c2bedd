import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createPrintRig, type PrintRig, paperOf, printRequestFor } from '../../../testing/rigs/print-rig.ts';
import { ANA, BEN, MEI, SHOP } from '../../../testing/rigs/till.ts';
import { DOTS } from '../contract/printing.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PrintRig;
  beforeEach(async () => {
    rig = await createPrintRig(kind);
  });
  afterEach(() => rig.close());

  describe('a printer', () => {
    it('has a private address, and one of this machine only if that is allowed', async () => {
      const one = rig.server(1, [1], false);
      for (const host of ['8.8.8.8', '127.0.0.1', '169.254.169.254', '::1', '[::ffff:8.8.8.8]', '0.0.0.0', 'localhost'])
        await expect(rig.add(one, 9_100, { host })).rejects.toMatchObject({ code: 'printer-address' });
      await expect(rig.add(one, 5_432, { host: '10.1.2.3' })).rejects.toMatchObject({ code: 'printer-address' });
      for (const host of ['10.1.2.3', '172.31.0.9', '192.168.1.50', '[fd12::7]']) await rig.add(one, 9_100, { host });
      expect(await one.printers.list(SHOP)).toHaveLength(4);
    });

    it('is chosen for a device, and does not block anything once it is removed', async () => {
      const fake = await rig.printer();
      fake.set('paper-out');
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      await one.printers.choose(MEI, ANA.device.id, counter);
      expect((await one.printouts.ofDevice(ANA)).printer).toMatchObject({ id: counter, devices: [ANA.device.id] });
      expect((await one.printouts.ofDevice(BEN)).printer).toBe(null);
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(counter));
      await one.printers.remove(MEI, counter);
      const { printer: gone, printouts } = await one.printouts.ofDevice(ANA);
      expect([gone, printouts[0]?.state, printouts[0]?.reason]).toEqual([null, 'failed', 'printer-gone']);
      await expect(one.printouts.put(ANA, randomUUID(), printRequestFor(counter))).rejects.toMatchObject({
        code: 'printer-gone',
      });
      expect((await rig.trail()).map(({ action }) => action)).toEqual(['printer.chosen', 'printer.removed']);
    });

    it('accepts only documents of its own width with valid dots', async () => {
      const one = rig.server();
      const counter = await rig.add(one, 9_100, { host: '10.1.2.3', width: 58 });
      await expect(one.printouts.put(ANA, randomUUID(), printRequestFor(counter))).rejects.toMatchObject({
        code: 'paper-width',
      });
      const white = { ...paperOf(1, 8, DOTS[58]), dots: deflateRawSync(Buffer.alloc(48 * 8)).toString('base64') };
      const bomb = { ...paperOf(1, 8, DOTS[58]), dots: deflateRawSync(Buffer.alloc(10_000_000, 1)).toString('base64') };
      for (const raster of [white, bomb, { ...white, dots: 'AAAA' }, { ...paperOf(1, 8, DOTS[58]), rows: 7 }])
        await expect(one.printouts.put(ANA, randomUUID(), printRequestFor(counter, raster))).rejects.toMatchObject({
          details: { field: 'raster' },
        });
    });
  });

  describe('a printer that polls', () => {
    async function star() {
      const one = rig.server();
      const id = randomUUID();
      const request = { kind: 'cloudprnt', name: 'Bar', width: 80, cutter: true, drawer: true } as const;
      const { path } = await one.printers.put(MEI, id, request);
      const token = path?.split('/').at(-1) ?? '';
      const printout = randomUUID();
      await one.printouts.put(ANA, printout, printRequestFor(id, paperOf(3), { drawer: true }));
      return { one, id, token, printout, request };
    }

    it('is notified, fetches the printout once, and sends a report, which is final', async () => {
      const { one, id, token, printout, request } = await star();
      const ready = await one.cloudPrnt.poll(id, token, { statusCode: '200%20OK', printingInProgress: false });
      expect(ready).toMatchObject({ jobReady: true, jobToken: printout, mediaTypes: ['image/png'] });
      const { body, contentType, headers } = await one.cloudPrnt.fetch(id, token, printout);
      expect([contentType, body.subarray(1, 4).toString(), headers]).toEqual([
        'image/png',
        'PNG',
        { 'X-Star-Cut': 'partial; feed=true', 'X-Star-CashDrawer': 'start' },
      ]);
      expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([576, 40]);
      await expect(one.cloudPrnt.fetch(id, token, printout)).rejects.toMatchObject({ status: 404 });
      expect(await one.cloudPrnt.poll(id, token, { printingInProgress: true })).toEqual({ jobReady: false });
      await one.cloudPrnt.confirm(id, token, printout, '200 OK');
      await one.is(printout, 'printed');
      expect(await one.printers.put(MEI, id, request)).toMatchObject({ path: null, printer: { state: 'ready' } });
      expect(await rig.kept()).toEqual([]);
    });

    it('leaves the printout uncertain if it returns without a report', async () => {
      const { one, id, token, printout } = await star();
      await one.cloudPrnt.fetch(id, token, undefined);
      expect(await one.cloudPrnt.poll(id, token, { statusCode: '200 OK' })).toEqual({ jobReady: false });
      await one.is(printout, 'unsure');
    });

    it.each([
      ['510 Incompatible', 'failed'],
      ['410 Paper out', 'unsure'],
      ['211 OK, paper low', 'printed'],
    ] as const)('reports %s and leaves the printout %s', async (code, state) => {
      const { one, id, token, printout } = await star();
      await one.cloudPrnt.fetch(id, token, undefined);
      await one.cloudPrnt.confirm(id, token, undefined, code);
      expect(await one.is(printout, state)).toMatchObject({ state });
    });

    it('is identified only by its token, which is not stored, and a new token replaces it', async () => {
      const { one, id, token } = await star();
      const [row] = await rig.store.db.selectFrom('printer').select('token_hash').execute();
      expect(row?.token_hash).not.toContain(token);
      for (const [which, wrong] of [
        [id, 'x'],
        [id, ''],
        [randomUUID(), token],
      ] as const)
        await expect(one.cloudPrnt.poll(which, wrong, {})).rejects.toMatchObject({ status: 404 });
      const renewed = await one.printers.renew(MEI, id);
      await expect(one.cloudPrnt.poll(id, token, {})).rejects.toMatchObject({ status: 404 });
      expect(await one.cloudPrnt.poll(id, renewed.path?.split('/').at(-1) ?? '', {})).toMatchObject({ jobReady: true });
    });

    it('is reported as unreachable if it does not poll', async () => {
      const { one } = await star();
      rig.clock.move(31_000);
      await one.leftovers.noteForgotten(SHOP);
      expect(await one.printers.list(SHOP)).toMatchObject([{ state: 'unreachable' }]);
    });
  });
});
