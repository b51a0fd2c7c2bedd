import { describe, expect, it } from 'vitest';
import type { StoryLine } from '../contract/story.ts';
import { foldStoryLines } from './fold-lines.ts';

const line = (what: StoryLine['what'], minute: number, shop: string | null = 'Katong'): StoryLine => ({
  at: new Date(Date.UTC(2030, 0, 15, 9, minute)).toISOString(),
  what,
  worth: null,
  shop,
  left: null,
  own: false,
});

describe('displayed lines', () => {
  it('are merged for consecutive checks in one shop, with the number of checks and the time of the first', () => {
    const shown = foldStoryLines([line('checked', 0), line('checked', 2), line('checked', 3), line('redeemed', 4)]);
    expect(
      shown.map(({ line: { what, at }, times, since }) => [what, times, since.slice(14, 16), at.slice(14, 16)]),
    ).toEqual([
      ['checked', 3, '00', '03'],
      ['redeemed', 1, '04', '04'],
    ]);
  });

  it('are not merged for uses, for two shops, or with other events in between', () => {
    const told = [
      line('redeemed', 0),
      line('redeemed', 1),
      line('checked', 2),
      line('checked', 3, 'Orchard'),
      line('refunded', 4),
      line('checked', 5, 'Orchard'),
    ];
    expect(foldStoryLines(told).map(({ times }) => times)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
