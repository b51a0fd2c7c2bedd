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
import { createSaleSender } from './sale-sender.ts';

/**
 * Sends the till's screen to its customer displays: to those in this browser directly, to other
 * devices through the server.
 */
export function ShowSale() {
  const hasOtherDisplay = (useQuery(displaysQuery).data?.length ?? 0) > 0;
  useLocalDisplay();
  useRemoteDisplay(hasOtherDisplay);
  return null;
}

function useLocalDisplay(): void {
  const store = useTillStore();
  useEffect(() => {
    let last = displayedSaleOf(store.state());
    // If another page has the sale, that page sends it.
    const send = (message: Parameters<typeof channel.send>[0]) => store.state().elsewhere || channel.send(message);
    const channel = openChannel(({ says }) => {
      if (says === 'hello') send({ says: 'sale', sale: last });
    });
    const goodbye = () => send({ says: 'closed' });
    send({ says: 'sale', sale: last });
    const stop = store.subscribe(() => {
      const now = displayedSaleOf(store.state());
      if (isSameSale(last, now)) return;
      last = now;
      send({ says: 'sale', sale: now });
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

function useRemoteDisplay(isEnabled: boolean): void {
  const store = useTillStore();
  useEffect(() => {
    if (!isEnabled) return undefined;
    let last = displayedSaleOf(store.state());
    const send = () => call('showSale', { body: displayedSaleOf(store.state()) });
    const sender = createSaleSender({ send, sleep: page.sleep });
    sender.notify();
    const stop = store.subscribe(() => {
      const now = displayedSaleOf(store.state());
      if (store.state().elsewhere || isSameSale(last, now)) return;
      last = now;
      sender.notify();
    });
    return () => {
      stop();
      sender.stop();
    };
  }, [store, isEnabled]);
}

/**
 * The part of a till's screen for customers. Only the journal knows what was redeemed. Nothing is
 * due once the amount left was collected.
 */
function displayedSaleOf({ sale }: Pick<Till, 'sale'>): DisplayedSale {
  return { saleId: sale.id, due: sale.collected === null ? dueOf(sale) : null, busy: sale.rows.some(isUnsettled) };
}
