import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../pwa/api/live.ts';
import { page } from '../../../pwa/api/page.ts';
import { dueOf, isUnsettled } from '../../../pwa/redeem/till/sale.ts';
import type { Till } from '../../../pwa/redeem/till/till.ts';
import { useTillStore } from '../../../pwa/redeem/till/use-till.tsx';
import type { DisplayedSale } from '../contract/display.ts';
import { isSameSale, openChannel } from './channel.ts';
import { displaysQuery } from './queries.ts';
import { createTeller } from './teller.ts';

/**
 * Sends the till's screen to its customer displays: to those in this browser directly, to other
 * devices through the server.
 */
export function ShowSale() {
  const isShownElsewhere = (useQuery(displaysQuery).data?.length ?? 0) > 0;
  useShowHere();
  useShowElsewhere(isShownElsewhere);
  return null;
}

function useShowHere(): void {
  const store = useTillStore();
  useEffect(() => {
    let last = shownSaleOf(store.state());
    // If another page has the sale, that page shows it.
    const say = (message: Parameters<typeof channel.say>[0]) => store.state().elsewhere || channel.say(message);
    const channel = openChannel(({ says }) => {
      if (says === 'hello') say({ says: 'sale', sale: last });
    });
    const goodbye = () => say({ says: 'closed' });
    say({ says: 'sale', sale: last });
    const stop = store.subscribe(() => {
      const now = shownSaleOf(store.state());
      if (isSameSale(last, now)) return;
      last = now;
      say({ says: 'sale', sale: now });
    });
    addEventListener('pagehide', goodbye);
    return () => {
      removeEventListener('pagehide', goodbye);
      stop();
      goodbye();
      channel.close();
    };
  }, [store]);
}

function useShowElsewhere(isShown: boolean): void {
  const store = useTillStore();
  useEffect(() => {
    if (!isShown) return undefined;
    let last = shownSaleOf(store.state());
    const send = () => call('showSale', { body: shownSaleOf(store.state()) });
    const teller = createTeller({ send, sleep: page.sleep });
    teller.tell();
    const stop = store.subscribe(() => {
      const now = shownSaleOf(store.state());
      if (store.state().elsewhere || isSameSale(last, now)) return;
      last = now;
      teller.tell();
    });
    return () => {
      stop();
      teller.stop();
    };
  }, [store, isShown]);
}

/** What customers may see of a till's screen. What was taken is left to the journal. */
function shownSaleOf({ sale }: Pick<Till, 'sale'>): DisplayedSale {
  return { saleId: sale.id, due: dueOf(sale), busy: sale.rows.some(isUnsettled) };
}
