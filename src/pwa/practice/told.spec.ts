import { describe, expect, it } from 'vitest';
import { PRACTICE_CARDS, SEED_VOUCHERS, sequenceOf, UNKNOWN_REF } from '../../sandbox/seed-vouchers.ts';
import { TOLD, told } from './told.ts';

const { en: _, ...others } = TOLD;
const refs = [...SEED_VOUCHERS, UNKNOWN_REF].map(({ ref }) => ref);
const cards = [...PRACTICE_CARDS.keys()].map(sequenceOf);

describe.each(Object.entries(others))('practice vouchers in %s', (_language, load) => {
  it('are all told, and no others', async () => {
    expect(Object.keys(await load()).sort()).toEqual([...refs, ...cards].sort());
  });

  it('say of themselves what they say in English, in other words', async () => {
    const words = await load();
    const same = [...SEED_VOUCHERS, UNKNOWN_REF].filter(({ ref, shows }) => words[ref]?.[1] === shows);
    expect(same).toEqual([]);
  });
});

it('a card is known by its sequence number, and what nobody translated stays as it came', async () => {
  const card = { ref: '5512345', qr: '5512345', title: 'Card 000101', shows: 'The first', group: 'physical', sequence: '000101' } as const;
  expect(told(await TOLD.fr(), card).title).toBe('Carte 000101');
  expect(told(await TOLD.fr(), { ...card, sequence: '000999' })).toEqual({ ...card, sequence: '000999' });
});
