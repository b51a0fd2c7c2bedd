import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import type { FakePrinter } from '../../../testing/rigs/fake-printer.ts';
import {
  createPrintRig,
  dotsIn,
  MARK,
  type PrintRig,
  paperOf,
  printRequestFor,
} from '../../../testing/rigs/print-rig.ts';
import { ANA, BEN, MEI, SHOP, TEST_KEYS } from '../../../testing/rigs/till.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PrintRig;
  beforeEach(async () => {
    rig = await createPrintRig(kind);
  });
  afterEach(() => rig.close());

  describe('a document', () => {
    it('is printed as drawn, once, however often it is requested, and is not stored afterwards', async () => {
      const fake = await rig.printer();
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      const id = randomUUID();
      await Promise.all([
        one.printouts.put(ANA, id, printRequestFor(counter)),
        one.printouts.put(ANA, id, printRequestFor(counter)),
      ]);
      await one.is(id, 'printed');
      expect(await one.printouts.put(ANA, id, printRequestFor(counter))).toMatchObject({
        state: 'printed',
        person: 'Ana',
        printer: 'Counter',
      });
      expect(fake.papers().map(({ rows }) => rows)).toEqual([dotsIn(paperOf(3))]);
      expect(fake.papers()[0]).toMatchObject({ cuts: 1, drawerKicks: 0 });
      expect(await rig.kept()).toEqual([]);
      await expect(one.printouts.put(ANA, id, printRequestFor(counter, paperOf(4)))).rejects.toMatchObject({
        code: 'id-used',
      });
    });

    it('is printed after the previous document, each cut off separately', async () => {
      const fake = await rig.printer();
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      for (const [index, id] of ids.entries()) {
        rig.clock.move(1);
        await one.printouts.put(ANA, id, printRequestFor(counter, paperOf(index + 1)));
      }
      for (const id of ids) await one.is(id, 'printed');
      expect(fake.papers().map(({ rows }) => rows)).toEqual([paperOf(1), paperOf(2), paperOf(3)].map(dotsIn));
    });

    it('is printed even by a printer that never reports', async () => {
      const fake = await rig.printer({ answers: false });
      const one = rig.server();
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(await rig.add(one, fake.port)));
      await one.is(id, 'printed');
      expect(fake.papers()).toHaveLength(1);
    });

    it('waits while paper is missing or the cover is open, reports it, and continues once that is fixed', async () => {
      const fake = await rig.printer();
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      fake.set('cover-open');
      /* From the start: a pause that had begun before would be a long one. */
      rig.hurry();
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(counter));
      expect(await one.until(id, ({ printerState }) => printerState === 'cover-open')).toMatchObject({
        state: 'queued',
      });
      expect(fake.papers()).toEqual([]);
      fake.set('none');
      one.queue.nudge(counter);
      await one.is(id, 'printed');
      expect(fake.papers()).toHaveLength(1);
    });

    it('continues after a refill if the paper ran out, and does not print anything twice', async () => {
      const fake = await rig.printer();
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      fake.runOutAfter(100);
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(counter));
      expect(await one.until(id, ({ printerState }) => printerState === 'paper-out')).toMatchObject({
        state: 'sending',
      });
      fake.set('none');
      await one.is(id, 'printed');
      expect(fake.papers()).toHaveLength(1);
    });

    it('waits for a printer that cannot be reached, and fails after half an hour without having been sent', async () => {
      const fake = await rig.printer();
      await fake.close();
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(counter));
      expect(await one.until(id, ({ printerState }) => printerState === 'unreachable')).toMatchObject({
        state: 'queued',
      });
      rig.clock.move(LIMITS.printWaitMs + 1);
      await one.leftovers.tidy(SHOP);
      expect((await one.printouts.ofDevice(ANA)).printouts).toMatchObject([
        { state: 'failed', reason: 'waited-too-long' },
      ]);
      expect(await rig.kept()).toEqual([]);
    });

    it('is not sent to another device at that address, and the error names it', async () => {
      const web = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nServer: router\r\n\r\n'));
      }).listen(0, '127.0.0.1');
      await once(web, 'listening');
      const one = rig.server();
      const id = randomUUID();
      const { port } = web.address() as AddressInfo;
      await one.printouts.put(ANA, id, printRequestFor(await rig.add(one, port)));
      expect(await one.until(id, ({ printerState }) => printerState === 'no-printer')).toMatchObject({
        state: 'queued',
      });
      web.close();
    });

    it('is not unpacked for a printer that is off, however long the document is', async () => {
      const open = vi.spyOn(TEST_KEYS, 'open');
      const off = await rig.printer();
      await off.close();
      const one = rig.server();
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(await rig.add(one, off.port), paperOf(3, LIMITS.rasterRowsMax)));
      await one.until(id, ({ printerState }) => printerState === 'unreachable');
      expect(open).not.toHaveBeenCalled();
      open.mockRestore();
    });

    it('can be cancelled before it is sent, by the person at the device or a manager', async () => {
      const fake = await rig.printer();
      fake.set('paper-out');
      const one = rig.server();
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(await rig.add(one, fake.port)));
      await expect(one.printouts.cancel(BEN, id)).rejects.toMatchObject({ status: 404 });
      expect(await one.printouts.cancel(ANA, id)).toMatchObject({ state: 'cancelled' });
      expect(await one.printouts.cancel(MEI, id)).toMatchObject({ state: 'cancelled' });
      expect(await rig.kept()).toEqual([]);
    });
  });

  it('a drawer opens once for a sale of its till, soon after it, and only then', async () => {
    const fake = await rig.printer();
    const one = rig.server();
    const counter = await rig.add(one, fake.port, { drawer: true });
    const opens = async (by: typeof ANA, change: Parameters<typeof printRequestFor>[2]) => {
      const id = randomUUID();
      await one.printouts.put(by, id, printRequestFor(counter, paperOf(3), { ...change, drawer: true }));
      await one.is(id, 'printed');
      const { drawer } = await rig.store.db
        .selectFrom('printout')
        .select('drawer')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return drawer === 1;
    };
    expect(await opens(ANA, { what: 'test' })).toBe(false);
    expect(await opens(ANA, { subject: null })).toBe(false);
    expect(await opens(ANA, { subject: randomUUID() })).toBe(false);
    expect(await opens(BEN, {})).toBe(false);
    expect(await opens(ANA, {})).toBe(true);
    expect(await opens(ANA, {})).toBe(false);
    expect(await rig.trail()).toMatchObject([{ action: 'printer.drawer-opened', person_id: 'ana' }]);
    const late = {
      shop: SHOP,
      kind: 'tender',
      device_id: ANA.device.id,
      lock_hash: null,
      state: 'captured',
      open: 0,
      version: 1,
    } as const;
    const at = rig.clock.now();
    await rig.store.db
      .insertInto('operation')
      .values({ ...late, id: 'yesterday', owner: null, created_at: at, changed_at: at })
      .execute();
    rig.clock.move(16 * 60_000);
    expect(await opens(ANA, { subject: 'yesterday' })).toBe(false);
    expect(fake.papers().reduce((kicks, { drawerKicks }) => kicks + drawerKicks, 0)).toBe(1);
  });

  describe('a document that was cut off', () => {
    async function unsure(how: (fake: FakePrinter) => void) {
      const fake = await rig.printer();
      const one = rig.server();
      const counter = await rig.add(one, fake.port, { drawer: true });
      how(fake);
      const id = randomUUID();
      await one.printouts.put(ANA, id, printRequestFor(counter, paperOf(3), { drawer: true }));
      const told = await one.is(id, 'unsure');
      return { fake, one, counter, id, told };
    }

    it('is uncertain, and is not resent automatically, nor after the server was killed', async () => {
      const { fake, one, counter, id, told } = await unsure((p) => p.cutOffAfter(60));
      expect(told).toMatchObject({ reason: 'cut-off', canAgain: true });
      await one.queue.stop();
      const next = rig.server(2);
      await next.queue.start();
      next.queue.nudge(counter);
      const later = randomUUID();
      await next.printouts.put(ANA, later, printRequestFor(counter, paperOf(7)));
      await next.is(later, 'printed');
      expect(fake.papers().map(({ rows }) => rows)).toEqual([dotsIn(paperOf(7))]);
      expect((await next.printouts.ofDevice(ANA)).printouts.find((one_) => one_.id === id)).toMatchObject({
        state: 'unsure',
      });
    });

    it('is repeated only on a person’s request, once, with a mark, and without opening the drawer, and the trail names the person', async () => {
      const { fake, one, id } = await unsure((p) => p.cutOffAfter(60));
      const again = { id: randomUUID(), mark: MARK };
      await expect(one.printouts.again(BEN, id, again)).rejects.toMatchObject({ status: 404 });
      await one.printouts.again(ANA, id, again);
      await one.is(again.id, 'printed');
      expect(await one.printouts.again(ANA, id, again)).toMatchObject({ id: again.id, copyOf: id });
      await expect(one.printouts.again(ANA, id, { ...again, id: randomUUID() })).rejects.toMatchObject({
        code: 'printout-moved',
      });
      expect(fake.papers().map(({ rows }) => rows)).toEqual([[...dotsIn(MARK), ...dotsIn(paperOf(3))]]);
      expect(fake.papers()[0]?.drawerKicks).toBe(0);
      expect((await rig.trail()).map(({ action, person_id }) => [action, person_id])).toEqual([
        ['printer.drawer-opened', 'ana'],
        ['printer.printed-again', 'ana'],
      ]);
      expect(await rig.kept()).toEqual([]);
    });

    it('is marked as printed if a person confirms it', async () => {
      const { one, id } = await unsure((p) => p.stall());
      expect(await one.printouts.confirmPrinted(ANA, id)).toMatchObject({ state: 'printed' });
      await expect(one.printouts.again(ANA, id, { id: randomUUID(), mark: MARK })).rejects.toMatchObject({
        code: 'printout-moved',
      });
      expect((await rig.trail()).at(-1)).toMatchObject({ action: 'printer.paper-seen', person_id: 'ana' });
    });

    it('is deleted a day later, except for its entry', async () => {
      const { one, id } = await unsure((p) => p.stall());
      rig.clock.move(LIMITS.printUnsureKeptMs + 1);
      await one.leftovers.tidy(SHOP);
      expect((await one.printouts.ofDevice(ANA)).printouts).toMatchObject([{ id, state: 'unsure', canAgain: false }]);
      expect(await rig.kept()).toEqual([]);
    });
  });

  describe('the documents of a stopped server', () => {
    const left = async (one: ReturnType<PrintRig['server']>, state: 'queued' | 'sending', counter: string) => {
      const id = randomUUID();
      await one.queue.stop();
      await one.printouts.put(ANA, id, printRequestFor(counter));
      if (state === 'sending') await one.store.begin({ id, printer_id: counter }, true);
      return id;
    };

    it('are not taken over by the queues of other shops', async () => {
      const one = rig.server();
      const counter = await rig.add(one, (await rig.printer()).port);
      await left(one, 'sending', counter);
      const next = rig.server(2);
      expect(await next.leftovers.adopt('other' as Scope)).toEqual([]);
      expect(await next.leftovers.adopt(SHOP)).toEqual([counter]);
    });

    it('are sent by another server if they were not started, and are marked as uncertain if they were started', async () => {
      const fake = await rig.printer();
      const one = rig.server();
      const counter = await rig.add(one, fake.port);
      const second = await rig.add(one, fake.port, { name: 'Kitchen' });
      const waiting = await left(one, 'queued', counter);
      const begun = await left(one, 'sending', second);
      const next = rig.server(2);
      await next.queue.start();
      await next.is(waiting, 'printed');
      expect(await next.is(begun, 'unsure')).toMatchObject({ reason: 'server-stopped' });
      expect(fake.papers()).toHaveLength(1);
    });

    it('are not taken over while that server runs, and a printer prints one document at a time', async () => {
      const fake = await rig.printer();
      const one = rig.server(1, [1, 2]);
      const counter = await rig.add(one, fake.port);
      const begun = await left(one, 'sending', counter);
      const next = rig.server(2, [1, 2]);
      await next.queue.start();
      const mine = randomUUID();
      rig.hurry();
      await next.printouts.put(BEN, mine, printRequestFor(counter, paperOf(9)));
      expect(await next.store.begin({ id: mine, printer_id: counter }, true)).toBe(false);
      expect((await next.printouts.latest(SHOP)).map(({ id, state }) => [id, state])).toContainEqual([
        begun,
        'sending',
      ]);
      await one.store.step(begun, { from: ['sending'], to: 'printed' });
      next.queue.nudge(counter);
      await next.is(mine, 'printed');
    });
  });
});
