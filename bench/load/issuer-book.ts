import type { Counts } from './job.ts';
import { PRODUCT_CLASS } from './job.ts';

/** The initial balance of each voucher, minor units. */
const BALANCE = 10_000;
const OTHER_MID = '000000099999999';
const TRADE_EVERY_MS = 10;

interface SearchAsked {
  readonly from: string;
  readonly to: string;
  readonly page_size: number;
  readonly page_index: number;
}

interface RedeemAsked {
  readonly currency: string;
  readonly vouchers: readonly { readonly ref: string; readonly value: number }[];
}

/**
 * The ledger of the bench's issuer. Its rows are stored as the text of search results, in the order
 * of their time.
 */
export interface Book {
  /** The balance, as the data of a response. */
  check(ref: string, mid: string): string;
  /** Null if the balance is too low. */
  redeem(asked: RedeemAsked, mid: string): { readonly data: string; readonly beside: string } | null;
  /** One page, the newest row first. */
  search(asked: SearchAsked): string;
  /**
   * From now on, other shops add this number of rows per second, and have done so since `sinceMs`.
   * Only an empty ledger can have a past.
   */
  trade(perSecond: number, sinceMs: number): void;
  counts(): Counts;
  /** The amount redeemed from each voucher. */
  taken(): Record<string, number>;
}

export function createBook(): Book {
  const rows: string[] = [];
  const times: number[] = [];
  const taken = new Map<string, number>();
  const counts = { searches: 0, shown: 0, checks: 0, redemptions: 0, others: 0 };
  let trading: NodeJS.Timeout | undefined;
  let number = 0;

  function write(type: string, mid: string, ref: string, amount: number | null, due: number): string {
    number += 1;
    const at = Math.max(due, times.at(-1) ?? 0);
    /* 37 digits, as issuers have them. */
    const id = `${at}${String(number).padStart(9, '0')}${String((number * 7_919) % 1_000_000_007).padStart(15, '3')}`;
    const time = new Date(at).toISOString().slice(0, 21);
    const money = amount === null ? '' : `"amount":${amount},"currency":"SGD",`;
    const action = `{"ref":"${id}","type":"${type}","status":"Succeeded","codes":["ERV0000"],"timestamp":"${time}"}`;
    const product = `"product_class":"${PRODUCT_CLASS}","product_code":"GIFT","product_label":"Gift voucher"`;
    rows.push(
      `{"transaction_id":"${id}","status":"Succeeded","type":"${type}","mid":"${mid}",${money}"created":"${time}","last_updated":"${time}",` +
        `"vouchers":[{"ref":"${ref}",${product},"using_value":${amount ?? 0},"actions":[${action}]}]}`,
    );
    times.push(at);
    return id;
  }

  /** The number of rows up to that time. */
  function until(at: number): number {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Another shop's redemption, two rows. */
  function others(at: number): void {
    const ref = `9${String(number).padStart(9, '0')}`;
    write('Authorization', OTHER_MID, ref, 100, at);
    write('Capture', OTHER_MID, ref, 100, at);
    counts.others += 2;
  }

  return {
    check(ref, mid) {
      counts.checks += 1;
      write('Other', mid, ref, null, Date.now());
      const left = BALANCE - (taken.get(ref) ?? 0);
      return `{"product_code":"GIFT","product_label":"Gift voucher","remaining_value":${left},"expiration_date":"2099-12-31 23:59:59"}`;
    },
    redeem({ vouchers }, mid) {
      const [one] = vouchers;
      const before = one === undefined ? BALANCE : (taken.get(one.ref) ?? 0);
      if (one === undefined || before + one.value > BALANCE) return null;
      counts.redemptions += 1;
      taken.set(one.ref, before + one.value);
      const at = Date.now();
      const authorization = write('Authorization', mid, one.ref, one.value, at);
      const capture = write('Capture', mid, one.ref, one.value, at);
      const amounts = `"captured_amount":${one.value},"authorized_amount":${one.value}`;
      return {
        data: `{"authorization_id":"${authorization}","capture_id":"${capture}","mid":"${mid}",${amounts}}`,
        beside: `,"links":[{"rel":"refund","href":"/api/transactions/edr-${capture}/actions/refund"}],"vouchers":[{"remaining_value":${BALANCE - before - one.value}}]`,
      };
    },
    search({ from, to, page_size: size, page_index: index }) {
      counts.searches += 1;
      const last = until(Date.parse(to));
      const first = until(Date.parse(from) - 1);
      const end = Math.max(first, last - size * index);
      const page = rows.slice(Math.max(first, end - size), end).toReversed();
      counts.shown += page.length;
      return `[${page.join(',')}]`;
    },
    trade(perSecond, sinceMs) {
      clearInterval(trading);
      const began = Date.now() - (rows.length === 0 ? sinceMs : 0);
      let made = 0;
      const catchUp = () => {
        for (const due = ((Date.now() - began) * perSecond) / 1_000; made + 2 <= due; made += 2)
          others(Math.floor(began + (made * 1_000) / perSecond));
      };
      if (perSecond === 0) return;
      catchUp();
      trading = setInterval(catchUp, TRADE_EVERY_MS);
    },
    counts: () => ({ ...counts }),
    taken: () => Object.fromEntries(taken),
  };
}
