import type { Period } from '../../../bff/issuer/port.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { scaleOf } from '../../../contract/money/chart-scale.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import {
  LINES_USUAL,
  type LinesAnswer,
  type LinesRequest,
  NEWEST_FIRST,
  type Totals,
  type TotalsRequest,
} from '../contract/transaction-list.ts';
import { type CoverageDeps, coverageOf } from './coverage.ts';
import { linesOf } from './lines.ts';
import { type ListScope, pageOfRows } from './list-query.ts';
import { createListSums } from './list-sums.ts';
import { ownGroups, ownPage } from './own-list.ts';
import { doneBy, type OwnRowsDeps } from './own-rows.ts';
import { readPeriod } from './period.ts';
import { placeText, readListPlace } from './place.ts';
import { badRequest } from './problems.ts';
import { totalsOf } from './totals.ts';

export interface ListDeps extends CoverageDeps, OwnRowsDeps {
  readonly reads: ListScope['reads'];
  readonly scope: () => Promise<ListScope>;
  /** True if cashiers close shifts without seeing the totals. */
  readonly isBlind: () => Promise<boolean>;
  readonly days: () => Promise<DayTerms>;
}

/**
 * The list for pages: the shop's for managers, their own operations for cashiers, the shop's
 * activations for stock staff.
 */
export interface List {
  /** A page of lines. @throws Problem 400 */
  lines(caller: Pick<Caller, 'person'>, asked: LinesRequest): Promise<LinesAnswer>;
  /**
   * Their totals, and how much of the period was read. If the shop closes blind, cashiers get the
   * number of lines, but no totals.
   * @param signal aborted when the caller has gone: the rest is not added up
   * @throws Problem 400, or if the caller has aborted
   */
  totals(caller: Pick<Caller, 'person'>, asked: TotalsRequest, signal?: AbortSignal): Promise<Totals>;
}

export function createList(deps: ListDeps): List {
  const scopeOf = async ({ role }: Caller['person']): Promise<ListScope> => ({
    ...(await deps.scope()),
    onlyActivations: role === 'stock',
  });
  const sums = createListSums();
  const own = ({ id }: Caller['person'], period: Period) => doneBy(deps, id, period);

  return {
    async lines({ person }, asked) {
      const { filter = {}, sort = NEWEST_FIRST, after, skip = 0, take = LINES_USUAL, fromEnd = false } = asked;
      const period = readPeriod(asked);
      if (fromEnd && after !== undefined)
        throw badRequest('fromEnd', '"fromEnd" counts from the end, "after" from a place.');
      if (person.role === 'cashier')
        return ownPage(await own(person, period), { filter, sort, after, skip, take, fromEnd });
      const place = after === undefined ? null : readListPlace(after);
      const more = fromEnd ? 0 : 1;
      const found = await pageOfRows(await scopeOf(person), {
        period,
        filter,
        sort,
        after: place,
        skip,
        take: take + more,
        fromEnd,
      });
      const page = found.slice(0, take);
      const last = page.at(-1);
      const isMore = fromEnd ? skip > 0 : found.length > take;
      return { lines: await linesOf(deps, page), next: isMore && last ? placeText(last) : null };
    },
    async totals({ person }, asked, signal) {
      const { filter = {} } = asked;
      const period = readPeriod(asked);
      const days = await deps.days();
      const scale = scaleOf(period, days);
      const shown = { scale: { unit: scale.unit, starts: [...scale.starts] } };
      if (person.role === 'cashier') {
        const rows = await own(person, period);
        const all = ownGroups(rows, {}, scale);
        const fitting = ownGroups(rows, filter, scale);
        const totals = totalsOf(all, fitting, filter, scale);
        const hidden = (await deps.isBlind()) && { sums: { ...totals.sums, currencies: [] }, bars: [] };
        return { ...totals, ...hidden, ...shown, mid: (await deps.scope()).mid, coverage: null };
      }
      const scope = await scopeOf(person);
      const { all, fitting } = await sums.of(scope, { period, scale, days, filter, signal });
      const coverage = scope.onlyActivations ? null : await coverageOf(deps, period);
      return { ...totalsOf(all, fitting, filter, scale), ...shown, mid: scope.mid, coverage };
    },
  };
}
