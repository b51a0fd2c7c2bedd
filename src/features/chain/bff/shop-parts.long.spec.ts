import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrolBrowser } from '../../../bff/access/people/enrolment.ts';
import { createSettings } from '../../../bff/access/settings/settings.ts';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import { systemClock, systemRandom } from '../../../bff/platform/base/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { usePrinterOfName } from '../../printing/bff/awaited-devices.ts';
import { createRegisters } from '../../registers/bff/registers.ts';
import { type ApplyDeps, applyChange, findShop } from './apply.ts';
import { chainText, readChain } from './chain-file.ts';
import { changeText } from './change-text.ts';
import { assertPrinterAddresses, type ChainChange, isRemoval, planChain } from './plan.ts';
import { chainOf, readStoredChain } from './stored-chain.ts';

const SHOPS = `
shops:
  katong:
    name: Katong
    mid: "2"
    clientId: katong-id
    secretFile: katong
`;
const NEW_SECRET = 'ls_9123456789012345678901234567890123456789012';
const SECRETS: Readonly<Record<string, string>> = {
  main: 'ls_0123456789012345678901234567890123456789012',
  new: NEW_SECRET,
};
const BAR = '{ name: Bar, kind: network, host: 10.1.2.3, port: 9100, width: 80, cutter: true, drawer: false }';
const STAR = '{ name: Star, kind: cloudprnt, width: 58, cutter: false, drawer: false }';
const FULL = `
settings:
  askAboveDue: { value: 50000, locked: true }
  emptyVouchers: { value: keep }
firstShop:
  printers: [${BAR}]
  devices: { Till 1: { printer: Bar } }
${SHOPS.trim()}
    settings:
      typedAmounts: cents
      saleLimits: { refund: { above: 10000, way: manager } }
    printers: [${BAR}, ${STAR}]
    registers:
      - { name: Main, origin: https://pos.example, secretFile: main }
      - { name: Kiosk, origin: https://kiosk.example }
`;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let deps: ApplyDeps & { readonly keys: typeof TEST_KEYS };
  const prepare = async () => {
    store = await kind.open();
    const { db } = store;
    await seedPeople(db, SHOP);
    const audit = createAudit({ db, keys: TEST_KEYS, clock: systemClock });
    deps = { db, keys: TEST_KEYS, clock: systemClock, random: systemRandom, audit };
  };
  beforeEach(prepare);
  afterEach(() => store.close());

  const stored = () => readStoredChain(store.db, TEST_KEYS);
  const plan = async (yaml: string): Promise<ChainChange[]> =>
    planChain(readChain(yaml), {
      stored: await stored(),
      terms: { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' },
      clientId: null,
      secretOf: (file) => SECRETS[file] ?? 'secret',
    });
  const textsOf = async (yaml: string) => (await plan(yaml)).map(changeText);
  const apply = async (yaml: string) => {
    const shownOnce: (string | null)[] = [];
    for (const change of await plan(yaml)) shownOnce.push(await applyChange(change, deps));
    return shownOnce.filter((line) => line !== null);
  };
  const exported = async () => chainText(chainOf(await stored()));
  const katong = async () => (await findShop(store.db, 'katong')).shop;
  const trailOf = async (shop: string) => {
    const rows = await store.db.selectFrom('audit').select(['shop', 'action']).orderBy('seq').execute();
    return rows.filter((row) => row.shop === shop).map(({ action }) => action);
  };

  describe('settings, printers and registers in a file', () => {
    it('are shown line by line, applied once, and exported without secrets', async () => {
      expect(await textsOf(FULL)).toEqual([
        '~ all shops: locked settings askAboveDue',
        '~ all shops: settings emptyVouchers',
        '+ firstShop: printer Bar',
        '~ firstShop: device Till 1, printer Bar',
        '+ shop katong: Katong, mid 2',
        '~ katong: settings saleLimits, typedAmounts',
        '+ katong: printer Bar',
        '+ katong: printer Star',
        '+ katong: register Main',
        '+ katong: register Kiosk',
      ]);
      expect(await apply(FULL)).toEqual([
        expect.stringMatching(/^ {2}The path of printer Star: \/api\/cloudprnt\/[\w-]+\/[\w-]{32}$/),
      ]);
      expect(await plan(FULL)).toEqual([]);
      const text = await exported();
      expect(await plan(text)).toEqual([]);
      expect(text).not.toMatch(/ls_|secret/i);
      expect(readChain(text)).toMatchObject({
        settings: { askAboveDue: { value: 50_000, locked: true }, emptyVouchers: { value: 'keep', locked: false } },
        firstShop: { devices: { 'Till 1': { printer: 'Bar' } } },
        shops: { katong: { settings: { typedAmounts: 'cents' }, registers: [{ name: 'Kiosk' }, { name: 'Main' }] } },
      });
    });

    it('reach the same state after an interruption within or after each change', async () => {
      await apply(FULL);
      const complete = await exported();
      const trails = async () => [await trailOf(SHOP), await trailOf(await katong())];
      const uninterrupted = await trails();
      for (let step = 0; step < 10; step += 1) {
        await store.close();
        await prepare();
        const changes = await plan(FULL);
        expect(changes).toHaveLength(10);
        for (const change of changes.slice(0, step)) await applyChange(change, deps);
        const broken = { ...deps.audit, write: () => Promise.reject(new Error('interrupted')) };
        const next = changes[step];
        if (next) await expect(applyChange(next, { ...deps, audit: broken })).rejects.toThrow('interrupted');
        await apply(FULL);
        expect(await exported()).toBe(complete);
        expect(await plan(FULL)).toEqual([]);
        expect(await trails()).toEqual(uninterrupted);
      }
    });

    it('add a printer once, even if two runs planned it', async () => {
      const again = (await plan(FULL)).filter((change) => /: printer/.test(changeText(change)));
      await apply(FULL);
      for (const change of again) expect(await applyChange(change, deps)).toBeNull();
      const names = (await store.db.selectFrom('printer').select(['shop', 'name']).execute()).map(({ name }) => name);
      expect(names.toSorted()).toEqual(['Bar', 'Bar', 'Star']);
    });

    it('assign a printer to a device that is not enrolled yet, which then uses it in its own shop only', async () => {
      const ofTill9 = (printer: string) => `${FULL}    devices: { Till 9: { printer: ${printer} } }\n`;
      expect(await textsOf(ofTill9('Bar'))).toContain('~ katong: device Till 9, not enrolled yet, printer Bar');
      await apply(ofTill9('Bar'));
      expect(await plan(ofTill9('Bar'))).toEqual([]);
      expect(readChain(await exported()).shops['katong']?.devices).toEqual({ 'Till 9': { printer: 'Bar' } });
      const late = (await plan(ofTill9('null'))).at(-1);
      expect(late && changeText(late)).toBe('~ katong: device Till 9, not enrolled yet, printer none');

      const ports = { clock: systemClock, random: systemRandom, onEnrolled: usePrinterOfName };
      const enrolIn = (shop: Scope) => store.db.transaction().execute((tx) => enrolBrowser(tx, shop, 'till 9', ports));
      await enrolIn(SHOP);
      expect(await plan(ofTill9('Bar'))).toEqual([]);
      await enrolIn(await katong());
      expect(await plan(ofTill9('Bar'))).toEqual([]);
      expect(readChain(await exported())).toMatchObject({
        firstShop: { devices: { 'Till 1': { printer: 'Bar' } } },
        shops: { katong: { devices: { 'till 9': { printer: 'Bar' } } } },
      });
      /* The device was enrolled after the plan. */
      if (late) await applyChange(late, deps);
      expect(readChain(await exported()).shops['katong']?.devices).toBeUndefined();
      await expect(plan(ofTill9('Till'))).rejects.toThrow('devices.Till 9.printer: no printer is named Till');
    });

    it('are unchanged if left out, and removed if the list lacks them', async () => {
      await apply(FULL);
      expect(await plan(SHOPS)).toEqual([]);
      const changes = await plan(`${SHOPS}    printers: [${STAR}]\n    registers: []\n`);
      expect(changes.map(changeText)).toEqual([
        '- katong: printer Bar',
        '- katong: register Kiosk',
        '- katong: register Main',
      ]);
      expect(changes.every(isRemoval)).toBe(true);
      for (const change of changes) await applyChange(change, deps);
      expect(await plan(`${SHOPS}    printers: [${STAR}]\n    registers: []\n`)).toEqual([]);
      expect((await trailOf(await katong())).slice(-3)).toEqual([
        'printer.removed',
        'register.removed',
        'register.removed',
      ]);
    });

    it('apply to the shop, and null resets them to the value of the chain, or else to the default', async () => {
      await apply(FULL);
      const shop = await katong();
      const settings = createSettings({ ...deps, clock: systemClock, agree: async () => null, audit: deps.audit });
      const usual = await settings.read(SHOP);
      expect(await settings.read(shop)).toMatchObject({ askAboveDue: 50_000, typedAmounts: 'cents' });
      await apply('settings: { typedAmounts: { value: units }, askAboveDue: null }' + SHOPS);
      await apply(`${SHOPS}    settings: { typedAmounts: null, saleLimits: null, askAboveDue: 700 }\n`);
      expect(await settings.read(shop)).toMatchObject({ askAboveDue: 700, typedAmounts: 'units', saleLimits: {} });
      await apply(`settings: { typedAmounts: null, emptyVouchers: null }${SHOPS}    settings: { askAboveDue: null }\n`);
      expect(await settings.read(shop)).toEqual(await settings.read(SHOP));
      expect(usual.askAboveDue).not.toBe((await settings.read(shop)).askAboveDue);
      const actions = (await trailOf(shop)).filter((action) => /settings|limit/.test(action));
      expect(actions).toEqual([
        'settings.changed',
        'chain.settings-changed',
        'chain.settings-changed',
        'settings.changed',
        'settings.reset',
        'limit.loosened',
        'chain.settings-changed',
        'settings.reset',
      ]);
    });

    it('refuse a value that the chain locks, and report each error with its position', async () => {
      const locked = `settings: { askAboveDue: { value: 1, locked: true } }${SHOPS}    settings: { askAboveDue: 2 }\n`;
      await expect(plan(locked)).rejects.toThrow(
        'shops.katong.settings.askAboveDue: this setting is locked for all shops',
      );
      await apply(FULL);
      await expect(plan(`${SHOPS}    settings: { askAboveDue: 2 }\n`)).rejects.toThrow(
        'this setting is locked for all shops',
      );
      const faults: readonly (readonly [string, string | RegExp])[] = [
        ['settings: { askAboveDue: -1, unknown: 2 }', /settings\.askAboveDue: [^]*settings: .*unknown/],
        [`printers: [${BAR}, ${BAR}]`, 'shops.katong.printers: has two printers with the same name'],
        ['printers: [{ name: Bar, kind: network }]', 'shops.katong.printers.0.host'],
        [`printers: [${STAR.replace('Star', 'Bar')}]`, 'shops.katong.printers: Bar is of another kind'],
        ['registers: [{ name: A, origin: http://pos.example }]', 'shops.katong.registers.0.origin'],
        ['registers: [{ name: A, origin: https://a.example, secretFile: short }]', 'needs at least 32 characters'],
        ['devices: { Till 9: { printer: Box } }', 'shops.katong.devices.Till 9.printer: no printer is named Box'],
      ];
      for (const [yaml, fault] of faults) await expect(plan(`${SHOPS}    ${yaml}\n`)).rejects.toThrow(fault);
      await expect(plan(`firstShop: { devices: { Till 1: { printer: Star } } }${SHOPS}`)).rejects.toThrow(
        'firstShop.devices.Till 1.printer: no printer is named Star',
      );
      const outside = await plan(`${SHOPS}    printers: [${STAR}, ${BAR.replace('10.1.2.3', '8.8.8.8')}]\n`);
      await expect(assertPrinterAddresses(outside, { onLoopback: false })).rejects.toThrow(
        'shops.katong.printers: Bar: A printer needs an address in the network of the shop',
      );
    });

    it('rename a register without losing its secret, and replace the secret', async () => {
      await apply(FULL);
      const main = (rest: string) => `${SHOPS}    registers: [{ name: Till, origin: "HTTPS://pos.example/"${rest} }]\n`;
      expect(await textsOf(main(''))).toEqual(['- katong: register Kiosk', '~ katong: register Till']);
      await apply(main(''));
      expect(await plan(main(', secretFile: main'))).toEqual([]);
      await apply(main(', secretFile: new'));
      expect(await plan(main(', secretFile: new'))).toEqual([]);
      const [register] = (await stored()).partsOf(await katong()).registers;
      expect(register).toMatchObject({ name: 'Till', origin: 'https://pos.example', secret: NEW_SECRET });
      const listed = await createRegisters({ ...deps, clock: systemClock, random: systemRandom }).list(await katong());
      expect(listed).toMatchObject([{ name: 'Till', signs: true, person: 'npm run shop' }]);
      expect((await trailOf(await katong())).filter((action) => action.startsWith('register.'))).toEqual([
        'register.listed',
        'register.signs',
        'register.listed',
        'register.removed',
        'register.listed',
        'register.signs',
      ]);
    });
  });
});
