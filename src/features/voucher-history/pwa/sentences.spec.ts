import { describe, expect, it } from 'vitest';
import type { Story, StoryLine } from '../contract/story.ts';
import { STORY_ENGLISH } from '../contract/story-english.ts';
import { sentenceOf, type UnwordedStory } from '../contract/story-sentence.ts';
import { fr } from './words/fr.ts';
import { ms } from './words/ms.ts';
import { ta } from './words/ta.ts';
import { zh } from './words/zh.ts';

const LANGUAGES = { en: STORY_ENGLISH, zh: zh.sentence, ms: ms.sentence, ta: ta.sentence, fr: fr.sentence };
const FORMAT = {
  value: (worth: object) => `<${JSON.stringify(Object.values(worth)[0])}>`,
  dateTime: (iso: string) => `<${iso}>`,
  wait: (waitMs: number) => `<${waitMs} ms>`,
};
const DATE = '2030-01-15T09:00:00.000Z';
const money = (amount: number) => ({ amount, currency: 'SGD' });

const use: StoryLine = { at: DATE, what: 'redeemed', worth: money(3_800), shop: 'Katong', left: null, own: false };
const back: StoryLine = { ...use, what: 'refunded', worth: money(2_000) };
const voucher = { last4: '0001', product: null, status: 'active', remaining: money(1_200), expires: DATE } as const;
const story: UnwordedStory = {
  cause: 'used-elsewhere',
  lines: [use],
  facts: [],
  explained: false,
  unexplained: null,
  surplus: false,
  completeSince: DATE,
  completeUntil: DATE,
  more: { before: DATE },
  away: false,
  open: null,
  voucher,
  sequence: null,
};

describe.each(Object.entries(LANGUAGES))('a first sentence in %s', (_, words) => {
  it.each<[string, Partial<Story>, readonly string[]]>([
    ['used up elsewhere', {}, ['<3800>', 'Katong', `<${DATE}>`]],
    ['used up here', { cause: 'used', lines: [{ ...use, own: true }] }, ['<3800>', words.here, `<${DATE}>`]],
    ['used in part', { cause: 'part-used' }, ['<3800>', '<1200>', 'Katong', `<${DATE}>`]],
    ['refunded', { cause: 'refunded', lines: [use, back] }, ['<2000>', '<1200>', 'Katong', `<${DATE}>`]],
    ['expired with a rest', { cause: 'expired' }, ['<1200>', `<${DATE}>`]],
    ['untouched as far as was read', { cause: 'untouched', lines: [] }, ['<1200>', `<${DATE}>`]],
    ['untouched', { cause: 'untouched', lines: [], more: null }, ['<1200>']],
    ['not explained by what was read', { cause: 'unexplained', unexplained: money(700) }, ['<700>', `<${DATE}>`]],
    ['Unmatched', { cause: 'unexplained', unexplained: money(700), more: null }, ['<700>']],
    ['more than explained', { cause: 'unexplained', unexplained: money(700), surplus: true }, ['<700>']],
    ['not settled', { cause: 'unknown', open: { since: DATE } }, [`<${DATE}>`]],
    ['taken back', { cause: 'deactivated', lines: [{ ...use, what: 'deactivated' }] }, [`<${DATE}>`]],
  ])('states every known number about a voucher that was %s, and no other', (_case, more, said) => {
    const sentence = sentenceOf({ ...story, ...more }, words, FORMAT);
    for (const part of said) expect(sentence).toContain(part);
    const told = sentence.match(/<[^>]*>/g) ?? [];
    expect(told.toSorted()).toEqual(said.filter((part) => part.startsWith('<')).toSorted());
  });

  it('differs for every cause that has no amount or date', () => {
    const plain = (more: Partial<Story>) => sentenceOf({ ...story, lines: [], ...more }, words, FORMAT);
    const sentences = [
      plain({ cause: 'void' }),
      plain({ cause: 'never-activated' }),
      plain({ cause: 'never-activated', voucher: null }),
      plain({ cause: 'unknown', voucher: null }),
      plain({ cause: 'unknown', away: true }),
      plain({ cause: 'unknown' }),
      plain({ cause: 'unexplained', more: null }),
    ];
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
