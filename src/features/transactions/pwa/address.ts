import { entrySchema, receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { type TransactionFilter, transactionStatusSchema, transactionTypeSchema } from '../contract/transaction.ts';
import { NEWEST_FIRST, SORT_KEYS, type Sort } from '../contract/transaction-list.ts';
import { areDays, type Days, daysOf, type NamedPeriod, PERIODS, type PeriodName } from './period.ts';

/**
 * The state in the address of the list.
 *
 * Never a ref: a scanned voucher appears as its last four and a keyed hash.
 */
export interface ListAddress {
  readonly period: PeriodName;
  /** Set for a custom period; null if the address has no valid one. */
  readonly days: Days | null;
  readonly filter: TransactionFilter;
  /** True if lines without an effect are listed, too. */
  readonly all: boolean;
  readonly sort: Sort;
  /** The open line, by the id of its row. */
  readonly open: string | null;
}

/** Parses an address; invalid parts are ignored. */
export function readListAddress(search: string): ListAddress {
  const query = new URLSearchParams(search);
  const get = (name: string) => query.get(name) ?? undefined;
  const days = { first: get('from') ?? '', last: get('to') ?? '' };
  const type = transactionTypeSchema.safeParse(get('type'));
  const status = transactionStatusSchema.safeParse(get('status'));
  const receiptNo = receiptNoSchema.safeParse(get('receipt'));
  const entry = entrySchema.safeParse(get('entry'));
  const filter: TransactionFilter = {
    ...(/^[\w-]{1,4}$/.test(get('voucher') ?? '') && { last4: get('voucher') }),
    ...(/^[\w-]{1,64}$/.test(get('tag') ?? '') && { tag: get('tag') }),
    ...(receiptNo.success && { receiptNo: receiptNo.data }),
    ...(entry.success && { entry: entry.data }),
    ...(type.success && { type: type.data }),
    ...(status.success && { status: status.data }),
    ...(get('shop') !== undefined && { mid: get('shop')?.slice(0, 128) }),
    ...(get('person') !== undefined && { person: get('person')?.slice(0, 128) }),
    ...numberOf('min', get('min')),
    ...numberOf('max', get('max')),
  };
  return {
    period: PERIODS.find((name) => name === get('period')) ?? 'today',
    days: areDays(days) ? days : null,
    filter,
    all: get('all') === '1',
    sort: sortOf(get('sort')),
    open: get('open')?.slice(0, 128) ?? null,
  };
}

/** Formats an address without default values. */
export function writeListAddress({ period, days, filter, all, sort, open }: ListAddress): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) query.set(name, String(value));
  };
  if (period !== 'today') set('period', period);
  if (period === 'custom' && days !== null) {
    set('from', days.first);
    set('to', days.last);
  }
  set('voucher', filter.last4);
  set('tag', filter.tag);
  set('receipt', filter.receiptNo);
  set('entry', filter.entry);
  if (all) set('all', 1);
  set('type', filter.type);
  set('status', filter.status);
  set('shop', filter.mid);
  set('person', filter.person);
  set('min', filter.min);
  set('max', filter.max);
  if (sort.key !== NEWEST_FIRST.key || sort.down !== NEWEST_FIRST.down)
    set('sort', `${sort.down ? '-' : ''}${sort.key}`);
  if (open !== null) set('open', open);
  return query.toString();
}

/** The filter for the server: without a kind, only lines with an effect, unless all are wanted. */
export function toServerFilter({ filter, all }: Pick<ListAddress, 'filter' | 'all'>): TransactionFilter {
  return all || filter.type !== undefined ? filter : { ...filter, moved: true };
}

/** The days of an address on a given day of the shop. */
export function daysAt({ period, days }: ListAddress, today: string): Days {
  return period === 'custom' && days !== null ? days : daysOf(period, today);
}

/** Named periods move on with the day; no line of the previous period stays open. */
export const addressOfPeriod = ({ name, days }: NamedPeriod): Partial<ListAddress> => ({
  period: name,
  days: name === 'custom' ? days : null,
  open: null,
});

function numberOf<N extends 'min' | 'max'>(name: N, text: string | undefined): { readonly [K in N]?: number } {
  if (text === undefined || !/^-?\d{1,12}$/.test(text)) return {};
  return { [name]: Number(text) } as { readonly [K in N]?: number };
}

function sortOf(text: string | undefined): Sort {
  const down = text?.startsWith('-') ?? true;
  const key = SORT_KEYS.find((name) => name === text?.replace(/^-/, ''));
  return key === undefined ? NEWEST_FIRST : { key, down };
}
