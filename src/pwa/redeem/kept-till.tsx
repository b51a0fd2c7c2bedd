import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { settingsQuery, TENDERS_KEY } from '../api/queries.ts';
import { followRedemptions } from './keep-redemptions.ts';
import { KeptRedemptions } from './kept-redemptions.tsx';
import { lastReceiptRule } from './last-receipt-rule.ts';
import { createTillOutbox } from './outbox.ts';
import { SaleRows } from './sale-rows.tsx';
import { createTillStore, type TillStore } from './store.ts';
import { allRows, isIdle, type Till } from './till.ts';
import { TillProvider } from './use-till.tsx';
import { WhatWaits } from './what-waits.tsx';

/* What the door of the app needs of the till. Nobody who stands before the lock waits for it, so that it comes a moment later. */

/** Makes the till of this device, which is kept locked or not, and picks up what an earlier page left behind. */
export function openKeptTill(currency: string): TillStore {
  const store = createTillStore({
    ...page,
    outbox: createTillOutbox(),
    currency,
    receipts: () => queryClient.getQueryData(settingsQuery.queryKey) ?? lastReceiptRule(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: TENDERS_KEY }),
  });
  /* For as long as the page lives. */
  followRedemptions(store);
  void store.start();
  return store;
}

/** What the lock screen says of the till. */
export interface Kept {
  /** A sale, or a voucher, is waiting behind the lock. */
  readonly waits: boolean;
  /** As {@link isIdle}. */
  readonly idle: boolean;
}

export function keptOf(till: Till): Kept {
  return { waits: allRows(till).length > 0 || till.stage.at !== 'ready', idle: isIdle(till) };
}

/** What a till without its server can show: its sale, and what was redeemed before. */
export function KeptRows({ store }: { readonly store: TillStore }) {
  return (
    <TillProvider store={store}>
      {allRows(store.state()).length > 0 && <SaleRows />}
      <KeptRedemptions />
    </TillProvider>
  );
}

/** What waits for somebody to sign in. */
export function KeptWaits({ store }: { readonly store: TillStore }) {
  return (
    <TillProvider store={store}>
      <WhatWaits />
    </TillProvider>
  );
}
