import type { Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import type { OperationNews } from '../../../bff/redemption/operation/operations.ts';
import { type DayTerms, dayPeriod, isDate } from '../../../contract/platform/shop-day.ts';
import { explainedBy } from '../contract/explained-differences.ts';
import {
  type Closing,
  type ClosingRequest,
  closingSchema,
  type ExplainingLine,
  type Transaction,
} from '../contract/transaction.ts';
import { netOf, sumsOf } from '../contract/transaction-sums.ts';
import { type DayDifferences, differencesOfDay, forfeitedOf } from './day-differences.ts';
import { explain } from './difference.ts';
import { CLOSINGS_LISTED_MAX } from './limits.ts';
import { badRequest, closingExists } from './problems.ts';

export interface DayClosingsDeps extends Pick<Ports, 'shop' | 'db' | 'clock' | 'audit'> {
  readonly onClosed: () => void;
  /** Notifies webhooks. */
  readonly outbox: Pick<OperationNews, 'publish'>;
  readonly days: () => Promise<DayTerms>;
  /**
   * Reads every transaction of a period that this shop may see, completely; throws if that fails.
   */
  readonly readDay: (period: Period, signal?: AbortSignal) => Promise<Transaction[]>;
}

/** Days compared with the register, as programs request and earlier versions of the app did. */
export interface DayClosings {
  /**
   * Reads and compares a day and stores the result before it responds. A repeated request with the
   * same id and body returns the stored result.
   * @throws Problem 400 for a day that does not exist or is in the future, 409 for an id of another
   * closing, 503 `issuer-unclear`
   */
  put(
    caller: Caller,
    id: string,
    request: ClosingRequest,
    signal?: AbortSignal,
  ): Promise<{ closing: Closing; isNew: boolean }>;
  /** Lists the latest comparisons, newest first. */
  list(): Promise<Closing[]>;
}

export function createDayClosings({
  db,
  shop,
  clock,
  days,
  readDay,
  audit,
  onClosed,
  outbox,
}: DayClosingsDeps): DayClosings {
  async function recall(id: string, content: string): Promise<Closing | null> {
    const row = await db
      .selectFrom('closing')
      .select(['shop', 'request', 'found'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    if (row.shop !== shop || row.request !== content) throw closingExists();
    return closingSchema.parse(JSON.parse(row.found));
  }

  return {
    async put(caller, id, request, signal) {
      const content = JSON.stringify(request);
      const before = await recall(id, content);
      if (before) return { closing: before, isNew: false };
      const now = clock.now();
      const day = dayOf(request, await days(), now);
      const rows = await readDay(day, signal);
      const differences = await differencesOfDay(db, shop, day, rows);
      const at = new Date(now).toISOString();
      const found: Closing = {
        id,
        date: request.date,
        until: new Date(Math.min(day.to, now)).toISOString(),
        at,
        person: caller.person.name,
        device: caller.device.name,
        note: request.note ?? null,
        ...compare(rows, request.register, differences),
        unsettled: differences.unsettled,
      };
      const row = {
        id,
        shop,
        device_id: caller.device.id,
        person_id: caller.person.id,
        request: content,
        created_at: now,
      };
      const isNew = await db.transaction().execute(async (tx) => {
        const inserted = await tx
          .insertInto('closing')
          .values({ ...row, found: JSON.stringify(found) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
        await outbox.publish(tx, shop, 'day.closed', { id, date: request.date });
        await audit.write({ by: caller, action: 'day.closed', subject: id, details: { date: request.date } }, tx);
        return true;
      });
      if (isNew) {
        onClosed();
        return { closing: found, isNew };
      }
      const first = await recall(id, content);
      if (!first) throw closingExists();
      return { closing: first, isNew: false };
    },
    async list() {
      const rows = await db
        .selectFrom('closing')
        .select('found')
        .where('shop', '=', shop)
        .orderBy('created_at', 'desc')
        .limit(CLOSINGS_LISTED_MAX)
        .execute();
      return rows.map(({ found }) => closingSchema.parse(JSON.parse(found)));
    },
  };
}

function dayOf({ date, register }: ClosingRequest, days: DayTerms, now: number): Period {
  if (!isDate(date)) throw badRequest('date', '"date" is not a valid date.');
  const day = dayPeriod(date, days);
  if (day.from > now) throw badRequest('date', '"date" is in the future.');
  if (new Set(register.map(({ currency }) => currency)).size < register.length)
    throw badRequest('register', '"register" names a currency twice.');
  return day;
}

/**
 * Adds up a day in each currency and compares it with the register. Items are listed and never
 * compared.
 */
export function compare(
  rows: readonly Transaction[],
  register: ClosingRequest['register'],
  differences: Pick<DayDifferences, 'of'>,
): Pick<Closing, 'currencies' | 'withoutAmount'> {
  const { currencies, withoutAmount } = sumsOf(rows);
  const nothing = { captured: 0, refunded: 0, net: 0, captures: 0, refunds: 0 };
  const unseen = register.filter(({ currency }) => !currencies.some((sums) => sums.currency === currency));
  const all = [...currencies, ...unseen.map(({ currency }) => ({ currency, ...nothing }))];
  return {
    withoutAmount,
    currencies: all.map((sums) => {
      const declared = register.find(({ currency }) => currency === sums.currency)?.amount ?? null;
      const difference = declared === null ? null : declared - sums.net;
      return {
        ...sums,
        forfeited: forfeitedOf(rows, sums.currency),
        register: declared,
        difference,
        ...explained(rows, sums.currency, difference ?? 0),
        known: explainedBy(difference ?? 0, differences.of(sums.currency)),
      };
    }),
  };
}

function explained(rows: readonly Transaction[], currency: string, difference: number) {
  const { explanations, found } = explain(difference === 0 ? [] : linesOf(rows, currency), difference);
  return { explanations: explanations.map(({ side, lines }) => ({ side, lines: [...lines] })), found };
}

function linesOf(rows: readonly Transaction[], currency: string): ExplainingLine[] {
  return rows.flatMap((row) => {
    const net = netOf(row);
    if (row.currency !== currency || net === null || net === 0 || (row.type !== 'capture' && row.type !== 'refund'))
      return [];
    const { by, vouchers } = row;
    const details = { person: by?.person ?? null, receiptNo: by?.sale?.receiptNo ?? null };
    return [{ id: row.id, type: row.type, at: row.at, last4: vouchers[0]?.last4 ?? '', amount: net, ...details }];
  });
}
