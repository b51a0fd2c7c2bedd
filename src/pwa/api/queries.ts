import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Session } from '../../contract/access/people.ts';
import { isProblem } from './failure.ts';
import { saveHomeShop } from './home-shop.ts';
import { readLastShop } from './last-shop.ts';
import { CLOSED_POLL_MS, FALLBACK_POLL_MS, NEW_DEVICE_POLL_MS, QUERIES_RETRY_MS } from './limits.ts';
import { call, JOURNAL_KEY, SESSION_KEY, SHOP_KEY } from './live.ts';
import { stayInShop } from './page-shop.ts';
import { forgetShop } from './person-change.ts';

/** The shop, this device, and its training mode. Starts with the last known data. */
export const shopQuery = queryOptions({
  queryKey: SHOP_KEY,
  queryFn: async ({ signal }) => {
    const shop = await call('shop', { signal });
    /* Without a network, the device opens in its own shop. */
    if (!shop.visit) await saveHomeShop(shop);
    stayInShop(shop.id);
    return shop;
  },
  initialData: () => readLastShop(localStorage),
  initialDataUpdatedAt: 0,
  networkMode: 'always',
  refetchInterval({ state }) {
    if (state.status === 'error' || state.fetchFailureCount > 0) return QUERIES_RETRY_MS;
    return state.data?.device === null ? NEW_DEVICE_POLL_MS : false;
  },
});

/** Replaces the data of the shop before, after the session moved to another one. */
export async function enterShop(client: QueryClient): Promise<void> {
  await client.fetchQuery({ ...shopQuery, staleTime: 0 });
  forgetShop(client);
}

/** The signed-in user of this device; null if signed out. */
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
  refetchInterval: ({ state }) => (state.status === 'error' ? QUERIES_RETRY_MS : false),
});

/** The journal of the server, and the gap that keeps the shop closed. */
export const journalQuery = queryOptions({
  queryKey: JOURNAL_KEY,
  queryFn: ({ signal }) => call('journal', { signal }),
  // An equal answer is also a change, because the device sends its records after each answer while
  // the shop is closed.
  structuralSharing: false,
  refetchInterval: ({ state }) => (state.data?.closed == null ? FALLBACK_POLL_MS : CLOSED_POLL_MS),
});

/** The people who may sign in on this device. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  // The till may just have been locked; the server may still send a manager the full list.
  queryFn: async ({ signal }) =>
    (await call('people', { signal })).filter((person) => !('disabled' in person && person.disabled)),
});

/**
 * All people, as managers see them. Before sign-in, the server returns fewer fields at the same
 * address.
 */
export const everybodyQuery = queryOptions({
  queryKey: [...peopleQuery.queryKey, 'everybody'],
  queryFn: async ({ signal }) => (await call('people', { signal })).filter((person) => 'locked' in person),
});

/**
 * The people of training mode, with their PINs. The request may be repeated, because it changes
 * nothing on an enrolled device.
 */
export const trainingQuery = queryOptions({
  queryKey: ['practice'],
  queryFn: () => call('practice'),
  staleTime: Infinity,
});

export const trainingVouchersQuery = queryOptions({
  queryKey: ['practice', 'vouchers'],
  queryFn: ({ signal }) => call('practiceVouchers', { signal }),
  staleTime: Infinity,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('settings', { signal }),
});

/** First part of the keys of all lists of redemptions. */
export const TENDERS_KEY = ['tenders'] as const;

/** First part of the keys of all data about voucher orders. */
export const ISSUES_KEY = ['issues'] as const;

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call('devices', { signal }),
});

/** The lock, or waiting time, of the whole shop after wrong PINs. */
export const shopLockQuery = queryOptions({
  queryKey: ['shop-lock'],
  queryFn: ({ signal }) => call('shopLock', { signal }),
  refetchInterval: ({ state }) => (state.data?.waiting === true ? QUERIES_RETRY_MS : FALLBACK_POLL_MS),
});

/** First part of the keys of all data about activations. */
export const ACTIVATIONS_KEY = ['activations'] as const;

/** First part of the keys of all data about printers and print jobs. */
export const PRINTING_KEY = ['printing'] as const;
/** The report of this device. */
export const REPORT_KEY = ['report'] as const;

export const ATTENTION_KEY = ['attention'] as const;
/** The open cases of the shop, for managers. */
export const attentionQuery = queryOptions({
  queryKey: ATTENTION_KEY,
  queryFn: ({ signal }) => call('attention', { signal }),
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.status === 'error' ? QUERIES_RETRY_MS : FALLBACK_POLL_MS),
});
