import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { StoredShop } from '../../../bff/platform/config/stored-shops.ts';
import { SHOP, shopNamed, whose } from '../../../testing/rigs/shops.ts';
import { chainText, readChain } from './chain-file.ts';
import { changeText } from './change-text.ts';
import { isRemoval, planChain } from './plan.ts';
import { NO_PARTS } from './shop-parts.ts';
import { chainOf, type StoredChain, type Workplace } from './stored-chain.ts';

const TERMS = { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' };
const KATONG: StoredShop = {
  ...whose(shopNamed('k')),
  slug: 'katong',
  name: 'Katong',
  mid: '2',
  otherMid: null,
  terms: TERMS,
  pair: { clientId: 'id', clientSecret: 'known secret' },
  address: null,
  accountName: null,
  isSuspended: false,
};
const REST = {
  withClaims: new Set<Scope>(),
  firstShop: SHOP,
  disabled: [],
  settings: {},
  firstParts: NO_PARTS,
  partsOf: () => NO_PARTS,
};
const place = (name: string, personId: string, shop = SHOP): Workplace => ({ shop, personId, name, role: 'cashier' });

/** Plans the shop of the file, with these properties, against the stored chain. */
function plan(shop: string, { shops = [KATONG], places = [], office = [], ...more }: Partial<StoredChain> = {}) {
  const chain = readChain(`shops:\n  katong: { name: Katong, mid: "2", clientId: id, ${shop} }`);
  const secretOf = (file: string) => `secret of ${file}`;
  return planChain(chain, {
    stored: { name: null, mid: '1', shops, places, office, ...REST, ...more },
    terms: TERMS,
    clientId: 'own',
    secretOf,
  });
}

describe('the plan of a chain', () => {
  it('is empty for the file that an export prints', () => {
    const stored: StoredChain = {
      name: 'Orchard',
      mid: '1',
      shops: [KATONG],
      places: [place('Mei', 'p1', KATONG.shop)],
      office: [{ personId: 'p4', name: 'Lea', isMember: true }],
      ...REST,
    };
    const chain = readChain(chainText(chainOf(stored)));
    expect(planChain(chain, { stored, terms: TERMS, clientId: null, secretOf: () => '' })).toEqual([]);
  });

  it('can be read from the example in the documentation', () => {
    const [, example = ''] = /```yaml\n([^]*?)```/.exec(readFileSync('docs/chains.md', 'utf8')) ?? [];
    expect(readChain(example).shops['katong']).toMatchObject({ printers: [{ name: 'Bar' }] });
  });

  it('names a changed secret, but never shows it', () => {
    const texts = plan('secretFile: new').map(changeText);
    expect(texts).toEqual(['~ shop katong: secretFile']);
    expect(texts.join()).not.toContain('secret of new');
  });

  it('refuses a new shop without its secret, and another mid for a known shop', () => {
    expect(() => plan('', { shops: [] })).toThrow('shops.katong.secretFile');
    const withClaims = new Set([KATONG.shop]);
    expect(() => plan('', { shops: [{ ...KATONG, mid: '3' }], withClaims })).toThrow('its mid cannot be changed');
    expect(() => plan('account: east', {})).toThrow('no account is named east');
  });

  it('corrects a mid that no redemption has confirmed, or that the issuer names instead', () => {
    const mistyped = { ...KATONG, mid: '3' };
    const named = { shops: [{ ...mistyped, otherMid: '2' }], withClaims: new Set([KATONG.shop]) };
    for (const stored of [{ shops: [mistyped] }, named, { shops: [{ ...KATONG, mid: null }] }])
      expect(plan('', stored).map(changeText)).toEqual(['~ shop katong: mid']);
  });

  it('may leave out a mid, which stays, or is learned for a new shop', () => {
    const chain = readChain('shops:\n  katong: { name: Katong, clientId: id, secretFile: new }');
    const stored = { name: null, mid: '1', shops: [KATONG], places: [], office: [], ...REST };
    const options = { stored, terms: TERMS, clientId: 'own', secretOf: () => KATONG.pair.clientSecret };
    expect(planChain(chain, options)).toEqual([]);
    expect(planChain(chain, { ...options, stored: { ...stored, shops: [] } }).map(changeText)).toEqual([
      '+ shop katong: Katong, mid learned from its first redemption',
    ]);
  });

  it('refuses two shops with the same mid or client id, including those of the settings', () => {
    const also = (shop: string) => `}\n  bedok: { name: Bedok, secretFile: s, ${shop} `;
    for (const shop of [
      'mid: "2", clientId: b',
      'mid: "1", clientId: b',
      'mid: "3", clientId: id',
      'mid: "3", clientId: own',
    ])
      expect(() => plan(also(shop))).toThrow('shops.bedok: another shop has the same mid or clientId');
    expect(plan(also('mid: "3", clientId: b'))).toHaveLength(1);
  });

  it('finds a person of another shop by name, unless the name is ambiguous, and adds an unknown person', () => {
    const places = [place('Mei', 'p1'), place('Ben', 'p2'), place('Ben', 'p3', shopNamed('other'))];
    expect(plan('staff: { Mei: cashier }', { places }).map(changeText)).toEqual([
      '+ katong: Mei as cashier, today cashier in the first shop',
    ]);
    expect(() => plan('staff: { Ben: cashier }', { places })).toThrow('more than one person is named Ben');
    expect(plan('staff: { Lim: cashier }', { places }).map(changeText)).toEqual([
      '+ Lim, a new person: cashier in katong',
    ]);
  });

  it('states where a person works today, and marks new managers and new members of head office from other shops', () => {
    const bedok = { ...KATONG, slug: 'bedok', shop: shopNamed('b'), mid: '3', pair: { ...KATONG.pair, clientId: 'b' } };
    const shops = [KATONG, bedok];
    const also = (staff: string) => `${staff} }\n  bedok: { name: Katong, mid: "3", clientId: b`;
    const textsOf = (staff: string, places: Workplace[], office: StoredChain['office'] = []) =>
      plan(also(staff), { shops, places, office }).map(changeText);
    const ofBedok = [place('Mei', 'p1', bedok.shop)];
    expect(textsOf('staff: { Mei: manager }', ofBedok)).toEqual(['! katong: Mei as manager, today cashier in bedok']);
    expect(textsOf('staff: { Mei: manager }', [...ofBedok, place('Mei', 'p1', KATONG.shop)])).toEqual([
      '+ katong: Mei as manager, today cashier in bedok, cashier in katong',
    ]);
    const member = [{ name: 'Mei', personId: 'p1', isMember: true }];
    expect(textsOf('staff: { Mei: stock }', ofBedok, member)).toEqual([
      '+ katong: Mei as stock, today cashier in bedok, head office',
    ]);
    const joins = planChain(readChain('office: [Mei, Kim]\nshops: {}'), {
      stored: { name: 'Orchard', mid: '1', shops: [], places: [place('Mei', 'p1')], office: [], ...REST },
      terms: TERMS,
      clientId: 'own',
      secretOf: () => '',
    });
    expect(joins.map(changeText)).toEqual([
      '! head office: Mei, today cashier in Orchard',
      '+ head office: Kim, without a shop today',
    ]);
  });

  it('finds people of head office among members, people at work and former members, and adds others', () => {
    const person = (name: string, personId: string, isMember: boolean) => ({ name, personId, isMember });
    const office = [person('Lea', 'p4', true), person('Ray', 'p5', true), person('Zoe', 'p6', false)];
    const chain = readChain('office: [Lea, Mei, Zoe, Kim]');
    const stored = { name: null, mid: '1', shops: [], places: [place('Mei', 'p1')], office, ...REST };
    const changes = planChain(chain, { stored, terms: TERMS, clientId: 'own', secretOf: () => '' });
    expect(changes).toEqual([
      { kind: 'add-member', personId: 'p1', name: 'Mei', today: [{ shop: 'the first shop', role: 'cashier' }] },
      { kind: 'add-member', personId: 'p6', name: 'Zoe', today: [] },
      { kind: 'add-member', personId: null, name: 'Kim', today: [] },
      { kind: 'remove-member', personId: 'p5', name: 'Ray' },
    ]);
    expect(changes.filter(isRemoval)).toHaveLength(1);
  });

  it('marks the removal of a role, and of a shop that the file lacks', () => {
    const places = [place('Mei', 'p1', KATONG.shop)];
    const lacking = { ...KATONG, slug: 'bedok', shop: shopNamed('b') };
    const changes = plan('staff: {}', { shops: [KATONG, lacking], places });
    expect(changes.map(({ kind }) => kind)).toEqual(['remove-place', 'remove-shop']);
    expect(changes.every(isRemoval)).toBe(true);
  });

  it('refuses a name that is listed twice, even in a very long list', () => {
    const many = Array.from({ length: 40_000 }, (_, index) => `  s${index}: 1\n`).join('');
    expect(() => readChain(`shops:\n${many}  s7: 1\n`)).toThrow('s7 is listed twice');
  });

  it('lists every error of a file with its position', () => {
    const faulty =
      'shops:\n  Big Shop: { name: A, mid: "1", clientId: a }\n  b: { name: B, mid: 1, clientId: b, timeZone: Moon }';
    expect(() => readChain(faulty)).toThrow(
      /shops\.Big Shop: must be a short name[^]*shops\.b\.mid: [^]*shops\.b\.timeZone: /,
    );
  });
});
