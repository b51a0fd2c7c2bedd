import { page } from '../../../pwa/api/page.ts';
import { onePerTill } from '../../../pwa/pending-operations/one-per-till.ts';
import { cue } from '../../../pwa/shell/sound.ts';
import { createRackCountStore } from './store.ts';
import { openStoredCount } from './stored-count.ts';

export const { useStore: useRackCountStore, useStoreState: useRackCount } = onePerTill(() =>
  createRackCountStore({ ...page, cue, stored: openStoredCount() }),
);
