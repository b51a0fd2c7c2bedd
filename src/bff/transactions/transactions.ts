import type { Kysely } from 'kysely';
import {
  PERIOD_DAYS_MAX,
  type Transaction,
  type TransactionDetail,
  type TransactionFilter,
  type TransactionStretch,
} from '../../contract/transaction.ts';
import { fitsFilter } from '../../contract/transaction-sums.ts';
import { lastFour } from '../../contract/voucher.ts';
import type { Keys } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import { followLink, readCode } from '../check/resolve.ts';
import type { Caller } from '../http/caller.ts';
import { textStream } from '../http/text-stream.ts';
import type { Issuer, Period } from '../issuer/port.ts';
import type { Journals } from '../journal/journals.ts';
import type { Schema } from '../store/schema.ts';
import { createCsv, csvHeader } from './csv.ts';
import { createDetail } from './detail.ts';
import { explainedBy } from './explained.ts';
import { activationsIn, doneBy } from './own-rows.ts';
import { badRequest } from './problems.ts';
import { glance, type LedgerDeps, readAll, readStretch, type SeenRow, type Stretch } from './read.ts';
import { tagOf, transactionOf } from './rows.ts';
import { cursorOf, firstPosition, positionOf } from './stretches.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Nothing is asked for that lies further ahead than clocks may disagree. */
const AHEAD_MS = 5 * 60_000;

export interface TransactionsDeps {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'hash' | 'open'>;
  readonly shop: string;
  readonly issuer: Issuer;
  readonly mirror: LedgerDeps['mirror'];
  readonly journals: Pick<Journals, 'tenders' | 'refunds' | 'orphans'>;
  readonly clock: Clock;
  /** IANA name; times of an export are also told as the shop's clocks showed them. */
  readonly timeZone: string;
}

/** What a body gives as a period. */
export interface AskedPeriod {
  readonly from: string;
  readonly to: string;
}

/** A stretch of a period; without `cursor` the first. */
type AskedStretch = AskedPeriod & { readonly cursor?: string | undefined };

/** The shop's transactions at the issuer, with what the journal knows of them. Rows of other shops never leave the server. */
export interface Transactions {
  /** A stretch of a period, newest first, where `cursor` says to go on; activations come with the first. @throws Problem 400, 503 */
  search(asked: AskedStretch, signal?: AbortSignal): Promise<TransactionStretch>;
  /** The same for somebody who waits: the first is a glance at what is newest, which comes again. @throws Problem 400, 503 */
  read(asked: AskedStretch, signal?: AbortSignal): Promise<TransactionStretch>;
  /** What the caller may see without being a manager: a cashier's own redemptions and refunds, the shop's activations for stock. @throws Problem 400 */
  mine(caller: Caller, asked: AskedPeriod): Promise<TransactionStretch>;
  /** Everything about one line. @throws Problem 404 where the shop may see none of its rows, 503 */
  detail(ids: readonly string[], at: string, signal?: AbortSignal): Promise<TransactionDetail>;
  /** By what rows of a scanned voucher are found. @throws Problem as a check does */
  tag(code: string): Promise<{ readonly tag: string; readonly last4: string }>;
  /**
   * A period as CSV, piece by piece. The first piece is asked for before this resolves.
   * @throws Problem 400, 503; where the issuer stops answering later, the stream breaks off, so that half a file is not taken for a whole one
   */
  csv(asked: AskedPeriod, filter: TransactionFilter, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Every transaction of a period, read to its end. @throws Problem 503 */
  readDay(period: Period, signal?: AbortSignal): Promise<Transaction[]>;
}

export function createTransactions(deps: TransactionsDeps): Transactions {
  const { db, keys, shop, issuer, mirror, journals, clock } = deps;
  const ledger: LedgerDeps = {
    mirror,
    mid: () => journals.tenders.mid(shop),
    explain: (ids) => explainedBy(db, shop, ids),
  };
  const shown = ({ row, by }: SeenRow) => transactionOf(keys, row, by);

  /** What lies ahead is cut off: nothing can be there. */
  function upToNow({ from, to }: Period): Period {
    return { from, to: Math.max(from, Math.min(to, clock.now() + AHEAD_MS)) };
  }

  const readFirst = (period: Period, signal?: AbortSignal) => readStretch(ledger, period, firstPosition(period), signal);

  async function glanceFirst(period: Period, signal?: AbortSignal): Promise<Stretch> {
    const glanced = await glance(ledger, period, signal);
    return glanced === null ? readFirst(period, signal) : { ...glanced, reached: period.to, next: firstPosition(period) };
  }

  async function stretch({ cursor, ...asked }: AskedStretch, first: typeof readFirst, signal?: AbortSignal): Promise<TransactionStretch> {
    const period = upToNow(periodOf(asked));
    const isFirst = cursor === undefined;
    const [{ rows, reached, next, mid }, activations] = await Promise.all([
      isFirst ? first(period, signal) : readStretch(ledger, period, positionOf(cursor, period), signal),
      isFirst ? activationsIn({ db, shop }, period) : [],
    ]);
    const transactions = [...rows.map(shown), ...activations];
    return { transactions, next: next && cursorOf(next), reached: new Date(reached).toISOString(), mid };
  }

  /** Every transaction of a period, in pieces; activations come last. */
  async function* everything(period: Period, signal?: AbortSignal): AsyncGenerator<Transaction[]> {
    for await (const rows of readAll(ledger, upToNow(period), signal)) yield rows.map(shown);
    yield activationsIn({ db, shop }, period);
  }

  return {
    search: (asked, signal) => stretch(asked, readFirst, signal),
    read: (asked, signal) => stretch(asked, glanceFirst, signal),
    async mine({ person }, asked) {
      const period = periodOf(asked);
      const [done, activations] = await Promise.all([
        person.role === 'stock' ? [] : doneBy({ db, keys, shop }, person.id, period),
        person.role === 'cashier' ? [] : activationsIn({ db, shop }, period),
      ]);
      const reached = new Date(period.from).toISOString();
      return { transactions: [...done, ...activations], next: null, reached, mid: await ledger.mid() };
    },
    detail: createDetail({ ...deps, ledger }),
    async tag(code) {
      const parsed = readCode(code);
      const ref = parsed.kind === 'ref' ? parsed.ref : (await followLink(issuer, parsed.voucherId))?.ref;
      if (ref === undefined) throw badRequest('code', 'The issuer knows no such voucher.');
      return { tag: tagOf(keys, ref), last4: lastFour(ref) };
    },
    async csv(asked, filter, signal) {
      const pieces = everything(periodOf(asked), signal);
      const lineOf = createCsv(deps.timeZone);
      const textOf = (rows: readonly Transaction[]) =>
        rows
          .filter((row) => fitsFilter(row, filter))
          .map(lineOf)
          .join('');
      const first = await pieces.next();
      async function* text() {
        yield csvHeader() + (first.done === true ? '' : textOf(first.value));
        for await (const rows of pieces) yield textOf(rows);
      }
      return textStream(text());
    },
    async readDay(period, signal) {
      const all: Transaction[] = [];
      for await (const rows of everything(period, signal)) all.push(...rows);
      return all;
    },
  };
}

/** @throws Problem 400 for a period that has no beginning, no end, or is longer than anybody compares */
function periodOf({ from, to }: AskedPeriod): Period {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  for (const field of ['from', 'to'] as const) {
    if (Number.isNaN(period[field])) throw badRequest(field, `"${field}" is no time of a calendar.`);
  }
  if (period.to < period.from) throw badRequest('to', '"to" lies before "from".');
  if (period.to - period.from > PERIOD_DAYS_MAX * DAY_MS)
    throw badRequest('from', `"from" lies more than ${PERIOD_DAYS_MAX} days before "to".`);
  return period;
}
