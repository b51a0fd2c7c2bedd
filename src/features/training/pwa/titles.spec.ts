import { describe, expect, it } from 'vitest';
import { languageSchema } from '../../../contract/platform/languages.ts';
import { MISSING_REF, PRACTICE_CARDS, SEED_VOUCHERS } from '../../../sandbox/seed-vouchers.ts';
import { loadTitles, withTitle } from './titles.ts';

const others = languageSchema.options.filter((language) => language !== 'en');
const shown = [...SEED_VOUCHERS, MISSING_REF, ...PRACTICE_CARDS.values()].map(({ shows }) => shows);

it('no two training vouchers have the same title', () => {
  expect(new Set(shown).size).toBe(shown.length);
});

describe.each(others)('training vouchers in %s', (language) => {
  it('are all translated, without extra translations', async () => {
    expect(Object.keys(await loadTitles(language)).sort()).toEqual([...shown].sort());
  });

  it('have a description that differs from the English one', async () => {
    const same = Object.entries(await loadTitles(language)).filter(([english, [, shows]]) => english === shows);
    expect(same).toEqual([]);
  });
});

it('an untranslated text stays unchanged', async () => {
  const card = {
    ref: '5512345',
    qr: '5512345',
    title: 'Card 000102',
    shows: 'Not active yet',
    group: 'physical',
    sequence: '000102',
  } as const;
  expect(withTitle(await loadTitles('fr'), card).title).toBe('Carte 000102');
  const other = { ...card, shows: 'Something new' };
  expect(withTitle(await loadTitles('fr'), other)).toEqual(other);
});
