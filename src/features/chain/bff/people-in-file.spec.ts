import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../bff/platform/base/ports.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { at, codeOf, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { revokeAccess } from '../../backups/bff/revoke-access.ts';
import { applyChange } from './apply.ts';
import { chainText, readChain } from './chain-file.ts';
import { changeText } from './change-text.ts';
import { planChain } from './plan.ts';
import { makeSlips, type Slip, slipsCsv, slipsText } from './slips.ts';
import { chainOf, readStoredChain } from './stored-chain.ts';

const TERMS = { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' };
const PIN = '592807';
const SHOPS = 20;
const PEOPLE_OF_SHOP = 10;

/** A name that no other shop has. */
const nameOf = (shop: number, person: number) => `Person ${shop}-${person}`;
const staffOf = (shop: number) => {
  const names = Array.from({ length: PEOPLE_OF_SHOP }, (_, person) => nameOf(shop, person));
  return names.map((name, person) => `      ${name}: ${person === 0 ? 'manager' : 'cashier'}\n`).join('');
};
const shopIn = (number: number, staff = staffOf(number)) =>
  `  shop-${number}:\n    name: Shop ${number}\n    mid: "9${number}"\n    clientId: client-${number}\n    secretFile: s\n    staff:\n${staff}`;
const LARGE = `name: Orchard\nfirstShop:\n  staff:\n    Mei: manager\n${Array.from({ length: PEOPLE_OF_SHOP - 1 }, (_, person) => `    ${nameOf(0, person)}: cashier\n`).join('')}shops:\n${Array.from({ length: SHOPS - 1 }, (_, number) => shopIn(number + 1)).join('')}`;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let till: TestBrowser;
  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({ store });
    till = (await setUpShop(server)).browser;
  });
  afterEach(() => server.close());

  const deps = () => ({ ...server.parts, db: server.db, clock: server.clock, random: systemRandom });
  async function plan(yaml: string) {
    const stored = await readStoredChain(server.db, server.parts.keys);
    return planChain(readChain(yaml), { stored, terms: TERMS, clientId: null, secretOf: () => 'secret' });
  }
  async function apply(yaml: string): Promise<string[]> {
    const changes = await plan(yaml);
    for (const change of changes) await applyChange(change, deps());
    return changes.map(changeText);
  }
  const slips = (slug: string | null = null, devices = 0) =>
    makeSlips({ slug, devices, people: true, timeZone: TERMS.timeZone }, deps());
  const slipOf = (all: readonly Slip[], name: string) => all.find((slip) => slip.name === name)?.code ?? '';
  const people = async () =>
    (await till.send('GET', '/api/people')).body as readonly { id: string; name: string; needsPin?: boolean }[];
  const idOf = async (name: string) => (await people()).find((person) => person.name === name)?.id;
  const choosePin = async (name: string, code: string, pin = PIN) =>
    till.send('POST', '/api/session/first-pin', { personId: await idOf(name), code, pin });
  const SMALL = 'firstShop:\n  staff: { Mei: manager, Ana: cashier, Ben: stock }\n';

  it('one file creates 20 shops with 200 people, and a slip for each, without a form', {
    timeout: 60_000,
  }, async () => {
    const texts = await apply(LARGE);
    expect(texts).toContain('+ Person 3-0, a new person: manager in shop-3');
    expect(await plan(LARGE)).toEqual([]);
    expect(await plan(chainText(chainOf(await readStoredChain(server.db, server.parts.keys))))).toEqual([]);
    const made = await slips(null, 2);
    expect(made.filter((slip) => slip.kind === 'person')).toHaveLength(SHOPS * PEOPLE_OF_SHOP - 1);
    expect(made.filter((slip) => slip.kind === 'device')).toHaveLength(SHOPS * 2);
    expect(new Set(made.map((slip) => slip.code)).size).toBe(made.length);
    const [header = '', ...rows] = slipsCsv(made, 'https://till.example').trimEnd().split('\r\n');
    expect(header).toBe('kind,shop,name,role,code,expires,local_time,address');
    expect(rows).toHaveLength(made.length);
    expect(rows.filter((row) => row.includes(',https://till.example'))).toHaveLength(made.length);
    const text = slipsText(made, 'https://till.example');
    expect(text).toContain(
      `Shop 7: Person 7-4, cashier\n  https://till.example\n  Code: ${slipOf(made, 'Person 7-4')}`,
    );
    const stored = await server.db.selectFrom('person_code').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(slipOf(made, 'Person 7-4'));
  });

  it('a person chooses a PIN with the code, once, and signs in with that PIN from then on', async () => {
    await apply(SMALL);
    expect((await people()).filter((person) => person.needsPin).map(({ name }) => name)).toEqual(['Ana', 'Ben']);
    const made = await slips();
    expect(codeOf(await choosePin('Ana', slipOf(made, 'Ben')))).toBe('wrong-enrolment-code');
    expect(codeOf(await choosePin('Ana', slipOf(made, 'Ana'), '123456'))).toBe('weak-pin');
    const chosen = await choosePin('Ana', slipOf(made, 'Ana').toLowerCase());
    expect([chosen.status, textAt(chosen.body, 'person', 'name')]).toEqual([200, 'Ana']);
    expect((await till.send('GET', '/api/session')).status).toBe(200);
    expect(codeOf(await choosePin('Ana', slipOf(made, 'Ana'), '702615'))).toBe('wrong-enrolment-code');
    expect((await till.send('POST', '/api/session', { personId: await idOf('Ana'), pin: PIN })).status).toBe(200);
    expect((await slips()).map((slip) => slip.name)).toEqual(['Ben']);
  });

  it('no PIN is accepted before the code is used, and the code ends after 72 hours, with a newer slip and with a PIN set by a manager', async () => {
    await apply(SMALL);
    expect(codeOf(await till.send('POST', '/api/session', { personId: await idOf('Ben'), pin: PIN }))).toBe(
      'wrong-pin',
    );
    const first = await slips();
    const second = await slips();
    expect(codeOf(await choosePin('Ben', slipOf(first, 'Ben')))).toBe('wrong-enrolment-code');
    await server.clock.advance(LIMITS.printedCodeMs + 1);
    expect(codeOf(await choosePin('Ben', slipOf(second, 'Ben')))).toBe('wrong-enrolment-code');
    const third = await slips();
    await till.send('POST', '/api/session', { personId: await idOf('Mei'), pin: '480316' });
    expect((await till.send('PATCH', `/api/people/${await idOf('Ben')}`, { pin: '702615' })).status).toBe(200);
    expect(codeOf(await choosePin('Ben', slipOf(third, 'Ben')))).toBe('wrong-enrolment-code');
  });

  it('wrong codes count as wrong PINs of the person, until a manager unlocks the person', async () => {
    await apply(SMALL);
    const made = await slips();
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      codes.push(codeOf(await choosePin('Ana', 'AAAA-AAAA')));
      await server.clock.advance(60 * 60_000);
    }
    expect(codes.at(-1)).toBe('locked');
    expect(codeOf(await choosePin('Ana', slipOf(made, 'Ana')))).toBe('locked');
  });

  it('a restore ends the codes, because they may have been used after the backup', async () => {
    await apply(SMALL);
    const made = await slips();
    const { audit, random } = { ...server.parts, random: systemRandom };
    const manifest = { madeAt: new Date(server.clock.now()).toISOString() };
    await revokeAccess(acrossShops(server.db), { audit, clock: server.clock, random, manifest });
    expect(codeOf(await choosePin('Ana', slipOf(made, 'Ana')))).toBe('wrong-enrolment-code');
  });

  it('a person in two shops of a file is created once, and a person missing from it is listed and stays without --remove', async () => {
    const both = `${SMALL}shops:\n${shopIn(1, '      Ana: manager\n      Kim: manager\n')}office: [Kim]\n`;
    expect((await plan(both)).map(changeText)).toEqual([
      expect.stringContaining('+ shop shop-1'),
      '+ Ana, a new person: cashier in the first shop, manager in shop-1',
      '+ Ben, a new person: stock in the first shop',
      '+ Kim, a new person: manager in shop-1, head office',
    ]);
    await apply(both);
    expect(await plan(both)).toEqual([]);
    expect((await slips()).find((slip) => slip.name === 'Ana')?.shops).toEqual(['The first shop', 'Shop 1']);
    expect(
      await server.db.selectFrom('person').select('id').where('name', 'in', ['Ana', 'Kim']).execute(),
    ).toHaveLength(2);
    const without = both.replace(', Ben: stock', '');
    expect((await plan(without)).map(changeText)).toEqual(['- the first shop: Ben']);
  });

  it('an interrupted run of a file is continued, and a disabled person is not created a second time', async () => {
    for (const change of (await plan(SMALL)).slice(0, 1)) await applyChange(change, deps());
    expect((await plan(SMALL)).map(changeText)).toEqual(['+ Ben, a new person: stock in the first shop']);
    await apply(SMALL);
    await till.send('PATCH', `/api/people/${await idOf('Ana')}`, { disabled: true });
    await expect(plan(SMALL)).rejects.toThrow('firstShop.staff: Ana is disabled');
  });

  it('codes for devices need a manager in the shop, and are not created without one', async () => {
    await apply(`shops:\n${shopIn(1, '      Lee: cashier\n')}`);
    await expect(slips(null, 1)).rejects.toThrow('The shop Shop 1 has no manager');
    expect(await server.db.selectFrom('person_code').selectAll().execute()).toEqual([]);
    expect(at(await slips('shop-1'), '0', 'name')).toBe('Lee');
    await expect(slips('shop-2')).rejects.toThrow('There is no shop shop-2');
  });
});
