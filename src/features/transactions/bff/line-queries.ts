import type { Period } from '../../../bff/issuer/port.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import { chartBucketsOf } from '../contract/chart-buckets.ts';
import { LINES_USUAL } from '../contract/limits.ts';
import {
  type LinesAnswer,
  type LinesRequest,
  NEWEST_FIRST,
  type Totals,
  type TotalsRequest,
} from '../contract/transaction-list.ts';
import { type CoverageDeps, coverageOf } from './coverage.ts';
import { type LinesDeps, linesOf } from './lines.ts';
import { positionText, readListPosition } from './list-position.ts';
import { type ListScope, pageOfRows } from './list-query.ts';
import { createListSums } from './list-sums.ts';
import { readPeriod } from './period.ts';
import { personGroups, personPage } from './person-list.ts';
import { operationsOfPerson, type PersonRowsDeps } from './person-rows.ts';
import { badRequest } from './problems.ts';
import { totalsOf } from './totals.ts';

export interface LineQueriesDeps extends CoverageDeps, PersonRowsDeps, LinesDeps {
  readonly scope: () => Promise<ListScope>;
  /** True if cashiers close shifts without seeing the totals. */
  readonly isBlind: () => Promise<boolean>;
  readonly days: () => Promise<DayTerms>;
}

/**
 * The list for pages: the shop's for managers, their own operations for cashiers, the shop's
 * activations for stock staff.
 */
export interface LineQueries {
  /** A page of lines. @throws Problem 400 */
  lines(caller: Pick<Caller, 'person'>, request: LinesRequest): Promise<LinesAnswer>;
  /**
   * Returns the totals of the lines, and the share of the period that was read. If the shop closes
   * blind, cashiers get the number of lines, but no totals.
   * @param signal aborted when the caller has disconnected, which ends the calculation
   * @throws Problem 400, or if the caller has aborted
   */
  totals(caller: Pick<Caller, 'person'>, request: TotalsRequest, signal?: AbortSignal): Promise<Totals>;
}

export function createLineQueries(deps: LineQueriesDeps): LineQueries {
  const scopeOf = async ({ role }: Caller['person']): Promise<ListScope> => ({
    ...(await deps.scope()),
    onlyActivations: role === 'stock',
  });
  const sums = createListSums();
  const rowsOfPerson = ({ id }: Caller['person'], period: Period) => operationsOfPerson(deps, id, period);

  return {
    async lines({ person }, request) {
      const { filter = {}, sort = NEWEST_FIRST, after, skip = 0, take = LINES_USUAL, fromEnd = false } = request;
      const period = readPeriod(request);
      if (fromEnd && after !== undefined) throw badRequest('fromEnd', '"fromEnd" and "after" cannot be combined.');
      if (person.role === 'cashier')
        return personPage(await rowsOfPerson(person, period), { filter, sort, after, skip, take, fromEnd });
      const position = after === undefined ? null : readListPosition(after);
      const more = fromEnd ? 0 : 1;
      const found = await pageOfRows(await scopeOf(person), {
        period,
        filter,
        sort,
        after: position,
        skip,
        take: take + more,
        fromEnd,
      });
      const page = found.slice(0, take);
      const last = page.at(-1);
      const isMore = fromEnd ? skip > 0 : found.length > take;
      return { lines: await linesOf(deps, page), next: isMore && last ? positionText(last) : null };
    },
    async totals({ person }, request, signal) {
      const { filter = {} } = request;
      const period = readPeriod(request);
      const days = await deps.days();
      const scale = chartBucketsOf(period, days);
      const visibleScale = { scale: { unit: scale.unit, starts: [...scale.starts] } };
      if (person.role === 'cashier') {
        const rows = await rowsOfPerson(person, period);
        const all = personGroups(rows, {}, scale);
        const fitting = personGroups(rows, filter, scale);
        const totals = totalsOf(all, fitting, filter, scale);
        const hidden = (await deps.isBlind()) && { sums: { ...totals.sums, currencies: [] }, bars: [] };
        return { ...totals, ...hidden, ...visibleScale, mid: (await deps.scope()).mid, coverage: null };
      }
      const scope = await scopeOf(person);
      const { all, fitting } = await sums.of(scope, { period, scale, days, filter, signal });
      const coverage = scope.onlyActivations ? null : await coverageOf(deps, period);
      return { ...totalsOf(all, fitting, filter, scale), ...visibleScale, mid: scope.mid, coverage };
    },
  };
}
