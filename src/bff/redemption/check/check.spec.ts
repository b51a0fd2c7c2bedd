import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import { NO_FEATURE_FACTS } from '../../../contract/voucher/voucher.ts';
import { ANA, BEN, createTestTill } from '../../../testing/rigs/till.ts';
import { type CheckFacts, createCheck } from './check.ts';

const REF = '1234567890';
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
});

describe('a check', () => {
  it('returns the issuer’s data and the last use by this shop', async () => {
    expect(await till.check(ANA, REF)).toMatchObject({
      ref: REF,
      status: 'active',
      remaining: { amount: 5000, currency: 'SGD' },
      lastUse: null,
      refusal: null,
      singleUse: false,
      source: 'client',
    });
    await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    expect(await till.check(BEN, REF)).toMatchObject({
      remaining: { amount: 3000 },
      lastUse: { captured: { amount: 2000 }, person: 'Ana', device: 'Till 1' },
    });
  });

  it('finds a voucher if its code was typed in lower case, or contains lower case', async () => {
    till.issuer.add('AB123456789');
    till.issuer.add('abCD1234efgh', money(300, 'SGD'));
    expect(await till.check(ANA, 'ab123456789')).toMatchObject({ ref: 'AB123456789', status: 'active', refusal: null });
    expect(await till.check(ANA, 'abCD1234efgh')).toMatchObject({ ref: 'abCD1234efgh', remaining: { amount: 300 } });
    expect((await till.check(ANA, 'ab987654321')).refusal).toMatchObject({ reason: 'not-found' });
  });

  it.each([
    ['2026-00001234', '2026-00001234', ['2026-00001234']],
    ['2026\u221200001234', '2026-00001234', ['2026-00001234']],
    ['ABCD-EFGH-JKLM-NPQR', 'ABCD-EFGH-JKLM-NPQR', ['ABCD-EFGH-JKLM-NPQR']],
    ['12345678', '12345678', ['12345678']],
    ['1234-5678', '12345678', ['1234-5678', '12345678']],
    ['abcd-efgh-1234', 'ABCDEFGH1234', ['abcd-efgh-1234', 'ABCD-EFGH-1234', 'ABCDEFGH1234']],
    ['gift-a1', 'GIFT-A1', ['gift-a1', 'GIFT-A1']],
    ['GIFT-A1', null, ['GIFT-A1', 'GIFTA1']],
    ['87654321', null, ['87654321']],
  ])('requests %j as it was read, and other spellings only if it is not found', async (read, known, expected) => {
    if (known !== null) till.issuer.add(known);
    const asked: string[] = [];
    const { checkByRef } = till.issuer;
    till.issuer.checkByRef = (ref, ...rest) => {
      asked.push(ref);
      return checkByRef(ref, ...rest);
    };
    const { ref, refusal } = await till.check(ANA, read);
    expect([ref, refusal?.reason ?? null]).toEqual(known === null ? [read, 'not-found'] : [known, null]);
    expect(asked).toEqual(expected);
  });

  it('makes the redemption use, lock and store the ref that the issuer knows', async () => {
    till.issuer.add('2026-00001234');
    till.issuer.add('ABCDEFGH1234');
    const amount = { amount: 2000, currency: 'SGD' };
    const id = randomUUID();
    expect(await till.tenders.put(ANA, randomUUID(), { code: '2026–00001234', ...amount })).toMatchObject({
      view: { state: 'captured', last4: '1234' },
    });
    expect(await till.tenders.put(ANA, id, { code: 'ABCD-EFGH-1234', ...amount })).toMatchObject({ isNew: true });
    expect(await till.tenders.put(ANA, id, { code: 'ABCD EFGH 1234', ...amount })).toMatchObject({ isNew: false });
    expect(await till.check(BEN, 'abcdefgh-1234')).toMatchObject({ ref: 'ABCDEFGH1234', lastUse: { person: 'Ana' } });
    expect((await till.check(BEN, '2026-00001234')).lastUse).toMatchObject({ person: 'Ana' });
    expect(till.issuer.ledger().map(({ ref }) => ref)).toEqual(['2026-00001234', 'ABCDEFGH1234']);
  });

  it.each([
    ['ABCDEFGH1234', 'ABCD-EFGH-1234'],
    ['ABCD-EFGH-1234', 'ABCDEFGH1234'],
  ])('keeps a voucher with an open redemption as %s locked as %s, even if no check is possible', async (one, other) => {
    const blind = await createTestTill({ redeemUnseen: true });
    blind.issuer.add(one);
    blind.issuer.silent = true;
    blind.issuer.failNext({ commit: 'never', answer: 'lost' });
    const first = blind.tenders.put(ANA, randomUUID(), { code: one, amount: 2000, currency: 'SGD' });
    await blind.clock.advance(20_000);
    expect((await first).view.state).toBe('unknown');
    expect(await blind.check(BEN, other)).toMatchObject({
      open: { mine: false },
      refusal: { reason: 'open-elsewhere' },
    });
    await expect(
      blind.tenders.put(BEN, randomUUID(), { code: other, amount: 2000, currency: 'SGD' }),
    ).rejects.toMatchObject({ code: 'voucher-open' });
  });

  it('returns no balance and no kind of use if the issuer states neither', async () => {
    till.issuer.add(REF, money(400, 'SGD'), { namesKind: false, singleUse: null, source: 'legacy' });
    const nothing = { remaining: null, singleUse: null, product: null };
    expect(await till.check(ANA, REF)).toMatchObject({ status: 'active', ...nothing, refusal: null, source: 'legacy' });
    till.issuer.add(REF, money(0, 'SGD'), { namesKind: false });
    expect(await till.check(ANA, REF)).toMatchObject({ remaining: null, refusal: { reason: 'used' } });
  });

  it('reports a currency that the shop does not accept as the refusal', async () => {
    till.issuer.add(REF, money(5000, 'MYR'));
    expect(await till.check(ANA, REF)).toMatchObject({
      remaining: { amount: 5000, currency: 'MYR' },
      refusal: { reason: 'wrong-currency' },
    });
    till.issuer.add(REF, money(5000, 'MYR'), { status: 'inactive' });
    expect((await till.check(ANA, REF)).refusal).toMatchObject({ reason: 'inactive' });
    till.issuer.add(REF, { items: 4 });
    expect((await till.check(ANA, REF)).refusal).toBeNull();
  });

  it.each(['inactive', 'expired', 'void', 'used'] as const)(
    'reports a voucher that is %s as the refusal',
    async (status) => {
      till.issuer.add(REF, money(0, 'SGD'), { status });
      expect(await till.check(ANA, REF)).toMatchObject({ status, refusal: { reason: status } });
    },
  );

  it('reports an expiry as past only if it is past in every time zone', async () => {
    till.issuer.add(REF, money(100, 'SGD'), { expiresAt: till.clock.now() - 60_000 });
    expect((await till.check(ANA, REF)).refusal).toBeNull();
    till.issuer.add(REF, money(100, 'SGD'), { expiresAt: till.clock.now() - 27 * 3_600_000 });
    expect((await till.check(ANA, REF)).refusal).toMatchObject({ reason: 'expired' });
  });

  it('reports an empty voucher as neither used nor inactive if no source states which', async () => {
    till.issuer.add(REF, money(0, 'SGD'), { status: 'unknown', rawStatus: null, source: 'merchant' });
    expect(await till.check(ANA, REF)).toMatchObject({ status: 'unknown', refusal: { reason: 'nothing-on-it' } });
  });

  it('refuses another currency even if its state or balance is unknown', async () => {
    till.issuer.add(REF, money(5000, 'MYR'), { status: 'unknown' });
    expect(await till.check(ANA, REF)).toMatchObject({ unit: 'MYR', refusal: { reason: 'wrong-currency' } });
    till.issuer.add(REF, money(5000, 'MYR'));
    const asked = await till.issuer.checkByRef(REF);
    if (asked.outcome === 'found') {
      till.issuer.checkByRef = async () => ({
        outcome: 'found',
        value: { ...asked.value, holds: null, remaining: null },
      });
    }
    expect(await till.check(BEN, REF)).toMatchObject({
      unit: 'MYR',
      remaining: null,
      refusal: { reason: 'wrong-currency' },
    });
  });

  it('returns an unknown status and no refusal if the issuer gives no usable answer', async () => {
    till.issuer.silent = true;
    expect(await till.check(ANA, REF)).toMatchObject({ status: 'unknown', source: null, refusal: null });
  });

  it('reports only that the voucher does not exist', async () => {
    expect(await till.check(ANA, '5555555555')).toMatchObject({
      status: 'unknown',
      remaining: null,
      refusal: { reason: 'not-found' },
    });
  });

  it('refuses an unresolvable link, and a text that is not a code', async () => {
    await expect(till.check(ANA, `https://vouchers.example/v/${randomUUID()}`)).rejects.toMatchObject({
      status: 422,
      code: 'link-unreadable',
    });
    await expect(till.check(ANA, 'https://example.org/menu')).rejects.toMatchObject({ status: 400, code: 'bad-code' });
  });
});

describe('a check of a voucher that features know', () => {
  const NOTED: CheckFacts = { facts: { note: 'ask for the receipt' } as object };
  const checkWith = (...found: readonly CheckFacts[]) =>
    createCheck({ ...till, currency: 'SGD', checkFacts: found.map((facts) => async () => facts) })(ANA, REF);

  it('includes the fields of features, and is refused only if one of them refuses', async () => {
    expect(await checkWith(NOTED, { facts: {} })).toMatchObject({ note: 'ask for the receipt', refusal: null });
    expect(await checkWith(NOTED, { facts: {}, refusal: 'void' }, { facts: {}, refusal: 'held' })).toMatchObject({
      note: 'ask for the receipt',
      status: 'active',
      refusal: { reason: 'void' },
    });
  });

  it('prefers their refusal to that of the issuer, and an open redemption to both', async () => {
    till.issuer.add(REF, money(0, 'SGD'), { status: 'expired' });
    const refused = { facts: {}, refusal: 'held' } as const;
    expect((await checkWith(refused)).refusal).toMatchObject({ reason: 'held' });
    till.issuer.add(REF);
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    void till.tenders.put(BEN, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    await expect.poll(() => till.issuer.attempts()).toBe(1);
    expect((await checkWith(refused)).refusal).toMatchObject({ reason: 'open-elsewhere' });
  });

  it('does not read facts of a voucher that does not exist', async () => {
    const checkFacts = [async () => Promise.reject(new Error('read'))];
    const check = createCheck({ ...till, currency: 'SGD', checkFacts });
    expect(await check(ANA, '5555555555')).toMatchObject({ ...NO_FEATURE_FACTS, refusal: { reason: 'not-found' } });
  });
});

it('a code that is unknown in several spellings counts once', async () => {
  for (let tried = 0; tried < 29; tried += 1) await till.check(ANA, `gift-${10_000 + tried}`);
  expect((await till.check(ANA, REF)).status).toBe('active');
  await till.check(ANA, 'gift-20000');
  await expect(till.check(ANA, '1234567899')).rejects.toMatchObject({ code: 'too-many-wrong-codes' });
});

it('trying many codes, in checks and redemptions, is blocked for some time', async () => {
  for (let tried = 0; tried < 29; tried += 1) await till.check(ANA, `55555${10_000 + tried}`);
  await till.tenders.put(ANA, randomUUID(), { code: '5555599999', amount: 100, currency: 'SGD' });
  await expect(till.check(ANA, REF)).rejects.toMatchObject({ status: 429, code: 'too-many-wrong-codes' });
  await expect(till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' })).rejects.toMatchObject({
    status: 429,
  });
  expect((await till.check(BEN, REF)).status).toBe('active');
  await till.clock.advance(10 * 60_000 + 1);
  expect((await till.check(ANA, REF)).status).toBe('active');
});
