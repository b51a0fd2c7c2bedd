import { useQuery } from '@tanstack/react-query';
import { TENDER_STATES } from '../../contract/redemption/states.ts';
import { readRedemptions, saveRedemptions } from '../api/last-redemptions.ts';
import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { sessionQuery, settingsQuery, shopQuery, TENDERS_KEY } from '../api/queries.ts';
import type { ReadableStore } from '../pending-operations/state-store.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { useMessages } from '../words/words.tsx';
import { SaleRows } from './screens/sale-rows.tsx';
import { readLastRule } from './till/last-rule.ts';
import { createTillOutbox } from './till/outbox.ts';
import { isUnsettled } from './till/sale.ts';
import { createTillStore, type TillStore } from './till/store.ts';
import { allRows, isIdle, isShutOut, type Till } from './till/till.ts';
import { TillProvider, useTill } from './till/use-till.tsx';

/* Parts of the till that the app needs outside of the till's screen. The lock screen does not wait
   for them. */

/**
 * Creates the till of this device, which exists while locked too. Once started, it resumes the work
 * of an earlier page.
 */
export function openDeviceTill(currency: string): TillStore {
  const store = createTillStore({
    ...page,
    outbox: createTillOutbox(),
    currency,
    person: () => queryClient.getQueryData(sessionQuery.queryKey)?.person ?? null,
    days: () => queryClient.getQueryData(shopQuery.queryKey) ?? null,
    rule: () => queryClient.getQueryData(settingsQuery.queryKey) ?? readLastRule(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: TENDERS_KEY }),
  });
  /* For the lifetime of the page. */
  followRedemptions(store);
  return store;
}

/** The till's state for the lock screen. */
export interface LockedTillState {
  /** True if a sale or a voucher waits behind the lock screen. */
  readonly waits: boolean;
  readonly idle: boolean;
}

export function lockedTillState(till: Till): LockedTillState {
  return { waits: allRows(till).length > 0 || till.stage.at !== 'ready', idle: isIdle(till) };
}

/** The content of a till without its server: its sale and earlier redemptions. */
export function OfflineTill({ store }: { readonly store: TillStore }) {
  return (
    <TillProvider store={store}>
      {allRows(store.state()).length > 0 && <SaleRows />}
      <StoredRedemptions />
    </TillProvider>
  );
}

export function WaitingRedemptions({ store }: { readonly store: TillStore }) {
  return (
    <TillProvider store={store}>
      <WaitingNotices />
    </TillProvider>
  );
}

/**
 * Stores every new state of the till's redemptions on this device.
 * @returns a function that stops
 */
function followRedemptions({ subscribe, state }: ReadableStore<Till>): () => void {
  const changedAtById = new Map<string, string>();
  return subscribe(() => {
    const news = allRows(state()).flatMap(({ view }) =>
      view !== null && changedAtById.get(view.id) !== view.changedAt ? [view] : [],
    );
    for (const { id, changedAt } of news) changedAtById.set(id, changedAt);
    // The till itself reports a storage failure.
    if (news.length > 0) saveRedemptions(news).catch(() => undefined);
  });
}

/**
 * On the lock screen: redemptions that wait for their outcome, and one that was not sent because no
 * user was signed in.
 */
function WaitingNotices() {
  const { unlock } = useMessages();
  const { value } = useFormat();
  const till = useTill();
  return allRows(till)
    .filter(isUnsettled)
    .map(({ tenderId, requested, last4 }) => {
      const isBack = isShutOut(till, tenderId);
      return (
        <Notice key={tenderId} tone={isBack ? 'attention' : 'unknown'}>
          {(isBack ? unlock.refusedSignedOut : unlock.outcomeWaits)(value(requested), `··${last4}`)}
        </Notice>
      );
    });
}

/** The last known states of this till's redemptions, except those of the current sale. */
function StoredRedemptions() {
  const { lastTen, states } = useMessages();
  const { value, moment } = useFormat();
  const now = useNow(60_000);
  const held = new Set(allRows(useTill()).map(({ tenderId }) => tenderId));
  const { data } = useQuery({
    queryKey: ['pending-redemptions'],
    queryFn: readRedemptions,
    networkMode: 'always',
    gcTime: 0,
  });
  const stored = data?.filter(({ id }) => !held.has(id));
  if (stored === undefined || (stored.length === 0 && held.size > 0)) return null;
  return (
    <section className="card p-4" aria-label={lastTen.onTill}>
      <h2 className="text-label font-medium text-neutral-9">{lastTen.onTill}</h2>
      {stored.length === 0 && <p className="pt-1 wrap-anywhere text-neutral-9">{lastTen.noneOnTill}</p>}
      <ul className="divide-y divide-neutral-4">
        {stored.map(({ id, last4, worth: amount, state, createdAt }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-1 tabular-nums">
            <time dateTime={createdAt} className="text-label whitespace-nowrap text-neutral-9">
              {moment(createdAt, now)}
            </time>
            <span className="flex-1">··{last4}</span>
            <span className="font-medium">{value(amount)}</span>
            <Chip tone={TENDER_STATES[state].tone}>{states[state]}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
