import { keepRedemptions } from '../api/last-redemptions.ts';
import type { Watched } from '../wishes/shown.ts';
import { allRows, type Till } from './till.ts';

/** Keeps on this device how the redemptions of a till stand, each time that it hears of one. @returns stops */
export function followRedemptions({ subscribe, state }: Watched<Till>): () => void {
  const heard = new Map<string, string>();
  return subscribe(() => {
    const news = allRows(state()).flatMap(({ view }) => (view !== null && heard.get(view.id) !== view.changedAt ? [view] : []));
    for (const { id, changedAt } of news) heard.set(id, changedAt);
    // Where nothing can be kept, the till says so for itself.
    if (news.length > 0) keepRedemptions(news).catch(() => undefined);
  });
}
