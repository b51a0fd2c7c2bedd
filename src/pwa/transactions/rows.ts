import { createPool, createWords } from '../../contract/pool.ts';
import type { Explained, Transaction } from '../../contract/transaction.ts';
import { NONE, narrowColumn, wideColumn } from './growing-column.ts';

type Kind = Pick<Transaction, 'type' | 'rawType' | 'status' | 'rawStatus' | 'mid' | 'currency'>;
type Vouchers = Transaction['vouchers'];

/**
 * Many transactions in little memory: their numbers stand in columns and their words are kept once, so that a hundred thousand of them leave nothing
 * for the browser to tidy up. Each is known by its number, from 0 on in the order in which they arrived.
 */
export interface Rows {
  size(): number;
  /** The number of a row; undefined where it has not arrived. */
  numberOf(id: string): number | undefined;
  /** Takes a row, in the place of the one with its id where there is one, and answers with its number. */
  put(row: Transaction): number;
  /** A row to be seen at once, without making one: the next call turns it into another row. */
  at(row: number): Readonly<Transaction>;
  /** A row to be kept. */
  copy(row: number): Transaction;
  id(row: number): string;
  /** Milliseconds UTC; NaN where no time is named. */
  time(row: number): number;
  updated(row: number): number;
  /** NaN where no amount is named. */
  amount(row: number): number;
  /** Last four of the first voucher. */
  last4(row: number): string | null;
  person(row: number): string | null;
  kind(row: number): Readonly<Kind>;
}

/** No rows yet. */
export function createRows(): Rows {
  const numbers = new Map<string, number>();
  const ids: string[] = [];
  const [times, updates, amounts, kindOf] = [wideColumn(), wideColumn(), wideColumn(), narrowColumn()];
  const kinds = createPool<Kind>((kind) => JSON.stringify(Object.values(kind)));
  const vouchers = createVouchers();
  const explained = createExplained();

  const kind = (row: number) => kinds.at(kindOf.get(row));
  let shown = 0;
  const view: Readonly<Transaction> = {
    get id() {
      return ids[shown] ?? '';
    },
    get type() {
      return kind(shown).type;
    },
    get rawType() {
      return kind(shown).rawType;
    },
    get status() {
      return kind(shown).status;
    },
    get rawStatus() {
      return kind(shown).rawStatus;
    },
    get mid() {
      return kind(shown).mid;
    },
    get amount() {
      const amount = amounts.get(shown);
      return Number.isNaN(amount) ? null : amount;
    },
    get currency() {
      return kind(shown).currency;
    },
    get at() {
      return isoOf(times.get(shown));
    },
    get updatedAt() {
      return isoOf(updates.get(shown));
    },
    get vouchers() {
      return vouchers.at(shown);
    },
    get by() {
      return explained.at(shown);
    },
  };
  function at(row: number): Readonly<Transaction> {
    shown = row;
    return view;
  }

  return {
    size: () => ids.length,
    numberOf: (id) => numbers.get(id),
    put({ id, type, rawType, status, rawStatus, mid, currency, ...rest }) {
      const row = numbers.get(id) ?? ids.length;
      if (row === ids.length) ids.push(id);
      numbers.set(id, row);
      kindOf.set(row, kinds.numberOf({ type, rawType, status, rawStatus, mid, currency }));
      times.set(row, timeOf(rest.at));
      updates.set(row, timeOf(rest.updatedAt));
      amounts.set(row, rest.amount ?? Number.NaN);
      vouchers.set(row, rest.vouchers);
      explained.set(row, rest.by);
      return row;
    },
    at,
    copy: (row) => ({ ...at(row) }),
    id: (row) => ids[row] ?? '',
    time: times.get,
    updated: updates.get,
    amount: amounts.get,
    last4: vouchers.last4,
    person: explained.person,
    kind,
  };
}

/** The vouchers of each row: nearly always one. */
function createVouchers() {
  const [last4Of, tagOf, productOf] = [narrowColumn(), narrowColumn(), narrowColumn()];
  const [last4s, tags, products] = [createWords(), createWords(), createWords()];
  const several = new Map<number, Vouchers>();
  return {
    set(row: number, vouchers: Vouchers): void {
      const [first] = vouchers;
      last4Of.set(row, first === undefined ? NONE : last4s.numberOf(first.last4));
      tagOf.set(row, first === undefined ? NONE : tags.numberOf(first.tag));
      productOf.set(row, first?.product == null ? NONE : products.numberOf(first.product));
      if (vouchers.length > 1) several.set(row, vouchers);
      else several.delete(row);
    },
    at(row: number): Vouchers {
      const [last4, tag, product] = [last4Of.get(row), tagOf.get(row), productOf.get(row)];
      if (last4 === NONE) return [];
      return several.get(row) ?? [{ last4: last4s.at(last4), tag: tags.at(tag), product: product === NONE ? null : products.at(product) }];
    },
    last4(row: number): string | null {
      const last4 = last4Of.get(row);
      return last4 === NONE ? null : last4s.at(last4);
    },
  };
}

/** Who did each row, where the journal explains it. */
function createExplained() {
  const whoOf = narrowColumn();
  const who = createPool<Omit<Explained, 'id'>>(({ operation, person, device }) => JSON.stringify([operation, person, device]));
  const operationIds = new Map<number, string>();
  return {
    set(row: number, by: Explained | null): void {
      whoOf.set(row, by === null ? NONE : who.numberOf({ operation: by.operation, person: by.person, device: by.device }));
      if (by === null) operationIds.delete(row);
      else operationIds.set(row, by.id);
    },
    at(row: number): Explained | null {
      const number = whoOf.get(row);
      return number === NONE ? null : { ...who.at(number), id: operationIds.get(row) ?? '' };
    },
    person(row: number): string | null {
      const number = whoOf.get(row);
      return number === NONE ? null : who.at(number).person;
    },
  };
}

function timeOf(text: string | null): number {
  return text === null ? Number.NaN : Date.parse(text);
}

function isoOf(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
