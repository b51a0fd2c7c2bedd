import type { Kysely } from 'kysely';
import { selectPeopleIn } from '../../../bff/access/people/people.ts';
import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { voucherHash } from '../../../bff/issuer/mirror/row.ts';
import type { Upkeep } from '../../../bff/issuer/mirror/upkeep.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { textStream } from '../../../bff/platform/http/text-stream.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { followLink, readCode } from '../../../bff/redemption/check/resolve.ts';
import type { Journals } from '../../../bff/redemption/journal/journals.ts';
import type { RecordFormat } from '../../../contract/platform/csv.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { Transaction, TransactionDetail, TransactionFilter, TransactionStretch } from '../contract/transaction.ts';
import { createCsv, csvHeader } from './csv.ts';
import { createDetail } from './detail.ts';
import { AHEAD_MS } from './limits.ts';
import { createLineQueries, type LineQueries, type LineQueriesDeps } from './line-queries.ts';
import type { LinesDeps } from './lines.ts';
import type { ListScope } from './list-query.ts';
import { type RequestedPeriod, readPeriod } from './period.ts';
import { badRequest } from './problems.ts';
import { cursorOf, positionOf, readAll, readStretch } from './stretches.ts';

export interface TransactionsDeps extends Pick<Ports, 'db' | 'clock' | 'issuer'>, LinesDeps {
  readonly keys: Pick<Keys, 'hash' | 'open'>;
  readonly mirror: Pick<Mirror, 'after' | 'complete' | 'freshness'>;
  readonly upkeep: Pick<Upkeep, 'prioritize' | 'progressOf'>;
  readonly journals: Pick<Journals, 'tenders' | 'refunds' | 'orphans'>;
  /** IANA name; times of an export are also given in the shop's local time. */
  readonly timeZone: string;
  readonly isBlind: LineQueriesDeps['isBlind'];
  readonly days: () => Promise<DayTerms>;
}

/**
 * The shop's transactions at the issuer, with data from the journal. Rows of other shops never
 * leave the server.
 */
export interface Transactions extends LineQueries {
  /**
   * Rows of a period, newest first, one stretch at a time; `cursor` is `next` of the previous
   * response. @throws Problem 400, 503
   */
  search(request: RequestedPeriod & { readonly cursor?: string | undefined }): Promise<TransactionStretch>;
  /**
   * Returns all data of one line, by the id of one of its rows. @throws Problem 404 if the shop may
   * not see any of them
   */
  detail(id: string): Promise<TransactionDetail>;
  /** Returns the tag that finds rows of a scanned voucher. @throws Problem as a check */
  tag(code: string): Promise<{ readonly tag: string; readonly last4: string }>;
  /**
   * A period as CSV, in parts. The first part is read before the promise resolves.
   * @throws Problem 400, 503. If the issuer stops answering later, the stream fails, so that an
   * incomplete file is not mistaken for a complete one
   */
  csv(request: RequestedPeriod, filter: TransactionFilter, recordOf: RecordFormat): Promise<ReadableStream<Uint8Array>>;
  /** Every transaction of a period, read completely. @throws Problem 503 */
  readDay(period: Period): Promise<Transaction[]>;
}

export function createTransactions(options: TransactionsDeps): Transactions {
  const { reads, keys, shop, issuer, journals, clock, timeZone } = options;
  const scope = async (): Promise<ListScope> => ({
    reads,
    shop,
    mid: await journals.tenders.mid(shop),
    people: await peopleOf(reads, shop),
    onlyActivations: false,
  });
  const deps = { ...options, scope };

  /** The future is cut off, because it is empty. */
  function upToNow({ from, to }: Period): Period {
    return { from, to: Math.max(from, Math.min(to, clock.now() + AHEAD_MS)) };
  }

  return {
    ...createLineQueries(deps),
    async search({ cursor, ...request }) {
      const period = upToNow(readPeriod(request));
      const { rows, reached, next, mid } = await readStretch(
        deps,
        period,
        cursor === undefined ? undefined : positionOf(cursor, period),
      );
      return { transactions: [...rows], next: next && cursorOf(next), reached: new Date(reached).toISOString(), mid };
    },
    detail: createDetail(deps),
    async tag(code) {
      const parsed = readCode(code);
      const ref = parsed.kind === 'ref' ? parsed.ref : (await followLink(issuer, parsed.voucherId))?.ref;
      if (ref === undefined) throw badRequest('code', 'Voucher not found at the issuer.');
      return { tag: voucherHash(keys, ref), last4: lastFour(ref) };
    },
    async csv(request, filter, recordOf) {
      const pieces = readAll(deps, upToNow(readPeriod(request)), filter);
      const lineOf = createCsv(timeZone, recordOf);
      const first = await pieces.next();
      async function* text() {
        yield csvHeader() + (first.done === true ? '' : first.value.map(lineOf).join(''));
        for await (const rows of pieces) yield rows.map(lineOf).join('');
      }
      return textStream(text());
    },
    async readDay(period) {
      const all: Transaction[] = [];
      for await (const rows of readAll(deps, upToNow(period))) all.push(...rows);
      return all;
    },
  };
}

async function peopleOf(reads: Kysely<Schema>, shop: Scope): Promise<ReadonlyMap<string, string>> {
  const people = await selectPeopleIn(reads, shop).select(['id', 'name']).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}
