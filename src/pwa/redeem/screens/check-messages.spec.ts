import { describe, expect, it } from 'vitest';
import { refusal } from '../../../contract/voucher/refusal.ts';
import { checkOf } from '../../testing/examples.ts';
import { en } from '../../words/en.ts';
import { refusalMessage, stateText, stateTone } from './check-messages.ts';

describe('the state of a voucher', () => {
  it.each([
    ['Active', {}, 'done'],
    ['Not checked', { status: 'unknown', source: null }, 'unknown'],
    ['Status not known', { status: 'unknown', source: 'merchant' }, 'unknown'],
    ['On hold: call a manager', { refusal: refusal('held') }, 'attention'],
    ['On hold: call a manager', { status: 'unknown', source: null, refusal: refusal('held') }, 'attention'],
    ['Status not known', { status: 'unknown', refusal: refusal('nothing-on-it') }, 'refused'],
    ['Fully used', { status: 'active', refusal: refusal('used') }, 'refused'],
    ['Not found', { status: 'unknown', source: null, refusal: refusal('not-found') }, 'refused'],
  ] as const)('is "%s" for %j', (words, change, tone) => {
    expect([stateText(en, checkOf(change)), stateTone(checkOf(change))]).toEqual([words, tone]);
  });
});

describe('the reason why a voucher is refused', () => {
  const said = (change: Parameters<typeof checkOf>[0]) =>
    refusalMessage(en, checkOf(change), { currency: 'SGD', time: () => '10:20' });

  it('is absent if the voucher is accepted', () => expect(said({})).toBeNull());

  it('names both currencies if they differ, and the next step', () => {
    const next = 'This voucher is in MYR, but this shop accepts SGD. Take another payment.';
    expect(said({ unit: 'MYR', refusal: refusal('wrong-currency') })).toEqual({
      tone: 'refused',
      title: 'Wrong currency',
      next,
    });
  });

  it('omits the currencies if an older server sends no unit', () => {
    const next = 'It can’t be used here. Ask for another way to pay.';
    expect(said({ unit: null, refusal: refusal('wrong-currency') })).toMatchObject({ title: 'Wrong currency', next });
  });

  it('includes the issuer’s own term', () => {
    const declined = said({ refusal: { ...refusal('void'), issuerCode: 'ERV0006' } });
    expect(declined).toMatchObject({ title: 'Cancelled', next: expect.stringMatching(/Issuer code ERV0006\.$/) });
  });

  it('names the till on which the voucher is in use, and is never green', () => {
    const open = { device: 'Till 3', since: '2026-11-21T07:00:00Z', tenderId: 'x', mine: false };
    const change = { open, refusal: refusal('open-elsewhere') };
    expect(said(change)).toMatchObject({
      title: 'In use on another till',
      next: expect.stringContaining('On Till 3 since 10:20.'),
    });
    expect(said({ ...change, open: { ...open, mine: true } })).toMatchObject({ title: 'Not confirmed yet' });
    expect(stateTone(checkOf(change))).toBe('unknown');
    expect(stateTone(checkOf({ refusal: refusal('expired') }))).toBe('refused');
  });
});
