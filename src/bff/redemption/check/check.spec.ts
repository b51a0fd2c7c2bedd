import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import { ANA, BEN, createTestTill } from '../../../testing/rigs/till.ts';

const REF = '1234567890';
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
});

describe('a check', () => {
  it('returns the issuer’s data, and the last use by this shop', async () => {
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

  it('finds a voucher whose code came in small letters, and one whose code has them', async () => {
    till.issuer.add('AB123456789');
    till.issuer.add('abCD1234efgh', money(300, 'SGD'));
    expect(await till.check(ANA, 'ab123456789')).toMatchObject({ ref: 'AB123456789', status: 'active', refusal: null });
    expect(await till.check(ANA, 'abCD1234efgh')).toMatchObject({ ref: 'abCD1234efgh', remaining: { amount: 300 } });
    expect((await till.check(ANA, 'ab987654321')).refusal).toMatchObject({ reason: 'not-found' });
  });

  it('gives no balance and no kind of use where the issuer’s check names neither', async () => {
    till.issuer.add(REF, money(400, 'SGD'), { namesKind: false, singleUse: null, source: 'legacy' });
    const nothing = { remaining: null, singleUse: null, product: null };
    expect(await till.check(ANA, REF)).toMatchObject({ status: 'active', ...nothing, refusal: null, source: 'legacy' });
    till.issuer.add(REF, money(0, 'SGD'), { namesKind: false });
    expect(await till.check(ANA, REF)).toMatchObject({ remaining: null, refusal: { reason: 'used' } });
  });

  it('names a voucher in a currency that the shop does not take as the refusal', async () => {
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
    'names a voucher that is %s as the refusal',
    async (status) => {
      till.issuer.add(REF, money(0, 'SGD'), { status });
      expect(await till.check(ANA, REF)).toMatchObject({ status, refusal: { reason: status } });
    },
  );

  it('calls a date past only when it is past in every zone on earth', async () => {
    till.issuer.add(REF, money(100, 'SGD'), { expiresAt: till.clock.now() - 60_000 });
    expect((await till.check(ANA, REF)).refusal).toBeNull();
    till.issuer.add(REF, money(100, 'SGD'), { expiresAt: till.clock.now() - 27 * 3_600_000 });
    expect((await till.check(ANA, REF)).refusal).toMatchObject({ reason: 'expired' });
  });

  it('calls an empty voucher neither used nor inactive if no source reports which', async () => {
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

  it('returns "not checked" if the issuer gives no usable answer, and leaves the decision to the redemption', async () => {
    till.issuer.silent = true;
    expect(await till.check(ANA, REF)).toMatchObject({ status: 'unknown', source: null, refusal: null });
  });

  it('reports that there is no such voucher, and nothing more', async () => {
    expect(await till.check(ANA, '5555555555')).toMatchObject({
      status: 'unknown',
      remaining: null,
      refusal: { reason: 'not-found' },
    });
  });

  it('refuses an unresolvable link, and a text that is no code', async () => {
    await expect(till.check(ANA, `https://vouchers.example/v/${randomUUID()}`)).rejects.toMatchObject({
      status: 422,
      code: 'link-unreadable',
    });
    await expect(till.check(ANA, 'https://example.org/menu')).rejects.toMatchObject({ status: 400, code: 'bad-code' });
  });
});

it('stops a caller who tries code after code, at check and redemption together, until some time has passed', async () => {
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
