import { defineServer, fromAll } from '../../../bff/app/feature.ts';

import type { historyEndpoints } from '../contract/endpoints.ts';
import { storyRoutes } from './route.ts';
import { createStories } from './stories.ts';

export const voucherHistory = defineServer({
  name: 'voucher-history',
  summaries: {
    story: 'Returns the history of a voucher, and any amount that no known event explains.',
    noteStory: 'Saves a manager’s note on a voucher history.',
  } satisfies Record<keyof typeof historyEndpoints, string>,
  examples: {
    story: { code: '1234567890' },
    noteStory: { token: 'token-of-the-history', note: 'a wrong amount' },
  },
  money: { none: ['noteStory', 'story'] },
  unconfirmed: { noteStory: 'records a day, a note or a view, and changes nothing else' },
  create(core, _, hooksOf) {
    const cards = new Map((core.practiceVouchers?.() ?? []).map(({ ref, sequence }) => [ref, sequence]));
    const stories = createStories({
      ...core,
      voucherEvents: (...of) => fromAll(hooksOf('voucherEvents'), ...of),
      historyMs: core.config.historyDays * 24 * 60 * 60_000,
      sequenceOf: (ref) => cards.get(ref) ?? null,
    });
    return { parts: { stories }, routes: ({ on }) => storyRoutes(on, stories) };
  },
});
