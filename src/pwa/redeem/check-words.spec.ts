import { describe, expect, it } from 'vitest';
import { refusal } from '../../contract/refusal.ts';
import { checkOf } from '../testing/examples.ts';
import { en } from '../words/en.ts';
import { refusalWords, stateTone, stateWords } from './check-words.ts';

describe('the state of a voucher', () => {
  it.each([
    ['Active', {}, 'done'],
    ['Not checked', { status: 'unknown', source: null }, 'unknown'],
    ['State not known', { status: 'unknown', source: 'merchant' }, 'unknown'],
    ['Not found', { status: 'unknown', source: null, refusal: refusal('not-found') }, 'refused'],
  ] as const)('is "%s" for %j', (words, change, tone) => {
    expect([stateWords(en, checkOf(change)), stateTone(checkOf(change))]).toEqual([words, tone]);
  });
});

describe('why a voucher is refused', () => {
  it('is nothing where it is not', () => expect(refusalWords(en, checkOf(), 'SGD')).toBeNull());

  it('names both currencies where that is why, and the way out', () => {
    const ringgit = checkOf({ unit: 'MYR', refusal: refusal('wrong-currency') });
    expect(refusalWords(en, ringgit, 'SGD')).toBe('This voucher is in MYR; this shop takes SGD. Take another payment.');
  });

  it('does without where a server of before names no unit', () => {
    const untold = checkOf({ unit: null, refusal: refusal('wrong-currency') });
    expect(refusalWords(en, untold, 'SGD')).toBe('Another currency. It can’t pay here. Ask for another way to pay.');
  });

  it('says what the issuer calls it', () => {
    const declined = checkOf({ refusal: { ...refusal('void'), issuerCode: 'ERV0006' } });
    expect(refusalWords(en, declined, 'SGD')).toMatch(/^Withdrawn\. .* Issuer’s code ERV0006\.$/);
  });
});
