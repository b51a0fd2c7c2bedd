import { useQuery } from '@tanstack/react-query';
import { TENDER_STATES } from '../../contract/redemption/states.ts';
import { keepRedemptions, keptRedemptions } from '../api/last-redemptions.ts';
import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { sessionQuery, settingsQuery, TENDERS_KEY } from '../api/queries.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import type { Watched } from '../wishes/shown.ts';
import { useWords } from '../words/words.tsx';
import { SaleRows } from './screens/sale-rows.tsx';
import { lastRule } from './till/last-rule.ts';
import { createTillOutbox } from './till/outbox.ts';
import { isUnsettled } from './till/sale.ts';
import { createTillStore, type TillStore } from './till/store.ts';
import { allRows, isIdle, isShutOut, type Till } from './till/till.ts';
import { TillProvider, useTill } from './till/use-till.tsx';

/* Parts of the till that the entrance of the app needs. The lock screen does not wait for them. */

/**
 * Creates the till of this device, which exists while locked too, and resumes the work of an
 * earlier page.
 */
export function openKeptTill(currency: string): TillStore {
  const store = createTillStore({
    ...page,
    outbox: createTillOutbox(),
    currency,
    person: () => queryClient.getQueryData(sessionQuery.queryKey)?.person.name ?? null,
    rule: () => queryClient.getQueryData(settingsQuery.queryKey) ?? lastRule(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: TENDERS_KEY }),
  });
  /* For the lifetime of the page. */
  followRedemptions(store);
  void store.start();
  return store;
}

/** The till's state for the lock screen. */
export interface KeptTill {
  /** A sale or a voucher waits behind the lock. */
  readonly waits: boolean;
  readonly idle: boolean;
}

export function keptOf(till: Till): KeptTill {
  return { waits: allRows(till).length > 0 || till.stage.at !== 'ready', idle: isIdle(till) };
}

/** The content of a till without its server: its sale and earlier redemptions. */
export function KeptRows({ store }: { readonly store: TillStore }) {
  return (
    <TillProvider store={store}>
      {allRows(store.state()).length > 0 && <SaleRows />}
      <KeptRedemptions />
    </TillProvider>
  );
}

export function KeptWaits({ store }: { readonly store: TillStore }) {
  return (
    <TillProvider store={store}>
      <WhatWaits />
    </TillProvider>
  );
}

/**
 * Stores every new state of the till's redemptions on this device.
 * @returns a function that stops
 */
function followRedemptions({ subscribe, state }: Watched<Till>): () => void {
  const heard = new Map<string, string>();
  return subscribe(() => {
    const news = allRows(state()).flatMap(({ view }) =>
      view !== null && heard.get(view.id) !== view.changedAt ? [view] : [],
    );
    for (const { id, changedAt } of news) heard.set(id, changedAt);
    // If storage fails, the till reports it itself.
    if (news.length > 0) keepRedemptions(news).catch(() => undefined);
  });
}

/**
 * On the lock screen: redemptions that wait for their outcome, and one that was not sent because no
 * user was signed in.
 */
function WhatWaits() {
  const { unlock } = useWords();
  const { worth } = useFormat();
  const till = useTill();
  return allRows(till)
    .filter(isUnsettled)
    .map(({ tenderId, requested, last4 }) => {
      const isBack = isShutOut(till, tenderId);
      return (
        <Notice key={tenderId} tone={isBack ? 'attention' : 'unknown'}>
          {(isBack ? unlock.shutOut : unlock.outcomeWaits)(worth(requested), `··${last4}`)}
        </Notice>
      );
    });
}

/** The last known states of this till's redemptions, except those of the current sale. */
function KeptRedemptions() {
  const { lastTen, states } = useWords();
  const { worth, moment } = useFormat();
  const now = useNow(60_000);
  const held = new Set(allRows(useTill()).map(({ tenderId }) => tenderId));
  const { data } = useQuery({
    queryKey: ['kept-redemptions'],
    queryFn: keptRedemptions,
    networkMode: 'always',
    gcTime: 0,
  });
  const kept = data?.filter(({ id }) => !held.has(id));
  if (kept === undefined || (kept.length === 0 && held.size > 0)) return null;
  return (
    <section className="card p-4" aria-label={lastTen.onTill}>
      <h2 className="text-label font-medium text-neutral-9">{lastTen.onTill}</h2>
      {kept.length === 0 && <p className="pt-1 wrap-anywhere text-neutral-9">{lastTen.noneOnTill}</p>}
      <ul className="divide-y divide-neutral-4">
        {kept.map(({ id, last4, worth: amount, state, createdAt }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-1 tabular-nums">
            <time dateTime={createdAt} className="text-label whitespace-nowrap text-neutral-9">
              {moment(createdAt, now)}
            </time>
            <span className="flex-1">··{last4}</span>
            <span className="font-medium">{worth(amount)}</span>
            <Chip tone={TENDER_STATES[state].tone}>{states[state]}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
