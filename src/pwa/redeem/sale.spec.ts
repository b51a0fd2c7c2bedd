import { describe, expect, it } from 'vitest';
import { refusal } from '../../contract/refusal.ts';
import { checkOf, sgd } from '../testing/examples.ts';
import { press } from './entry.ts';
import { emptySale, isKindUnknown, suggestedTake } from './sale.ts';

const unknown = { remaining: null, singleUse: null, product: null };
const sale = emptySale('sale-1', 'SGD');
const due = { ...sale, due: (['1', '2', '00'] as const).reduce(press, sale.due) };

describe('the amount to begin with', () => {
  it.each([
    ['all that is left where nothing is due', sale, {}, sgd(5_000)],
    ['what is due', due, {}, sgd(1_200)],
    ['one item of a product', due, { remaining: { items: 4 } }, { items: 1 }],
    ['all items of a single-use product', due, { remaining: { items: 3 }, singleUse: true }, { items: 3 }],
    ['what is due, of a voucher of which nobody told the kind', due, unknown, sgd(1_200)],
    ['nothing where neither the kind nor an amount due is known', sale, unknown, sgd(0)],
  ])('is %s', (_, of, check, take) => expect(suggestedTake(of, checkOf(check))).toEqual(take));
});

describe('the kind of a voucher', () => {
  it('is unknown where the issuer answered and told no balance', () => {
    expect(isKindUnknown(checkOf(unknown))).toBe(true);
    expect(isKindUnknown(checkOf())).toBe(false);
  });

  it('does not matter where there was no answer, or the voucher is refused', () => {
    expect(isKindUnknown(checkOf({ ...unknown, source: null }))).toBe(false);
    expect(isKindUnknown(checkOf({ ...unknown, refusal: refusal('expired') }))).toBe(false);
  });
});
