import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../contract/access/people.ts';
import { isProblem } from './failure.ts';
import { keepLastShop, readLastShop } from './last-shop.ts';
import { call, JOURNAL_KEY, SESSION_KEY, SHOP_KEY } from './live.ts';

/** While the server does not answer, ask again this often. */
const ASK_AGAIN_MS = 3_000;
/** Changes are told as they happen; what nobody told is noticed by asking this often. */
const UNTOLD_MS = 60_000;

/** The shop, this device in it, and whether it is for practice. Opens with what was last known. */
export const shopQuery = queryOptions({
  queryKey: SHOP_KEY,
  queryFn: async ({ signal }) => {
    const belonged = readLastShop(localStorage) !== undefined;
    const shop = await call('shop', { signal });
    keepLastShop(localStorage, shop);
    if (shop.device === null) {
      // A device that was revoked has nothing to show of the shop. Where nothing can be kept, there
      // is nothing to forget.
      const forgotten = import('./last-redemptions.ts')
        .then(({ forgetRedemptions }) => forgetRedemptions())
        .catch(() => undefined);
      // One that is new need not wait for that.
      if (belonged) await forgotten;
    }
    return shop;
  },
  initialData: () => readLastShop(localStorage),
  initialDataUpdatedAt: 0,
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.status === 'error' || state.fetchFailureCount > 0 ? ASK_AGAIN_MS : false),
});

/** Who is signed in on this device; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await call('session', { signal });
    } catch (error) {
      if (isProblem(error, 'signed-out') || isProblem(error, 'not-enrolled')) return null;
      throw error;
    }
  },
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
});

/** While the shop is closed for its journal, ask this often. */
const CLOSED_ASK_MS = 2_000;

/** Which journal answers, and whether the shop is closed because it may lack something. */
export const journalQuery = queryOptions({
  queryKey: JOURNAL_KEY,
  queryFn: ({ signal }) => call('journal', { signal }),
  // Each answer is one, however alike: while the shop is closed, what this device remembers is told
  // after each.
  structuralSharing: false,
  refetchInterval: ({ state }) => (state.data?.closed == null ? UNTOLD_MS : CLOSED_ASK_MS),
});

/** The people who may sign in on this device. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  // A manager who has just locked the till may still be told of everybody.
  queryFn: async ({ signal }) =>
    (await call('people', { signal })).filter((person) => !('disabled' in person && person.disabled)),
});

/**
 * Everybody, as a manager sees them.
 *
 * Before somebody signs in, the server tells less under the same address.
 */
export const everybodyQuery = queryOptions({
  queryKey: [...peopleQuery.queryKey, 'everybody'],
  queryFn: async ({ signal }) => (await call('people', { signal })).filter((person) => 'locked' in person),
});

/**
 * The practice people with their PINs.
 *
 * Asking again on an enrolled device changes nothing, so a query may do it.
 */
export const practiceQuery = queryOptions({
  queryKey: ['practice'],
  queryFn: () => call('practice'),
  staleTime: Infinity,
});

/** Every practice voucher, for the printable page. */
export const practiceVouchersQuery = queryOptions({
  queryKey: ['practice', 'vouchers'],
  queryFn: ({ signal }) => call('practiceVouchers', { signal }),
  staleTime: Infinity,
});

/** What managers have set for the shop. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('settings', { signal }),
});

/** All lists of redemptions. */
export const TENDERS_KEY = ['tenders'] as const;

/** All that is shown of orders of vouchers. */
export const ISSUES_KEY = ['issues'] as const;

/** The devices of the shop. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call('devices', { signal }),
});

/** Whether the shop as a whole waits or is locked after wrong PINs. */
export const shopLockQuery = queryOptions({
  queryKey: ['shop-lock'],
  queryFn: ({ signal }) => call('shopLock', { signal }),
  refetchInterval: ({ state }) => (state.data?.waiting === true ? ASK_AGAIN_MS : UNTOLD_MS),
});

/** All that is shown of activations. */
export const ACTIVATIONS_KEY = ['activations'] as const;

/** All that is shown of printers and of what they print. */
export const PRINTING_KEY = ['printing'] as const;

export const ATTENTION_KEY = ['attention'] as const;
/** Wishes at tills that wait for a manager. */
export const openApprovalsQuery = queryOptions({
  queryKey: [...ATTENTION_KEY, 'approvals'],
  queryFn: ({ signal }) => call('openApprovals', { signal }),
  networkMode: 'always',
  refetchInterval: UNTOLD_MS,
});
/** The cases of the shop that are not settled, for managers. */
export const attentionQuery = queryOptions({
  queryKey: ATTENTION_KEY,
  queryFn: ({ signal }) => call('attention', { signal }),
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : UNTOLD_MS),
});
