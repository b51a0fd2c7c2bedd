import type { Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { TenderJournal } from '../../../bff/redemption/journal/tender-store.ts';
import { IS_OPEN } from '../../../bff/redemption/operation/statements.ts';
import { grouped } from '../../../contract/money/grouped.ts';
import { type DayTerms, dayPeriod, isDate } from '../../../contract/platform/shop-day.ts';
import { COUNTED_STATUSES } from '../../../contract/redemption/row-status.ts';
import { type CoverageDeps, coverageOf } from '../../transactions/bff/coverage.ts';
import { isoOf } from '../../transactions/bff/rows.ts';
import { netOf } from '../../transactions/contract/transaction-sums.ts';
import type { Cover, UnexplainedRow } from '../contract/shift.ts';
import { CAPTURING, isCountedKind, KIND_OF } from './counted.ts';
import type { CountedRowsDeps } from './counted-rows.ts';
import type { RedeemedLine } from './redeemed-lines.ts';
import { countedNet, differingOf, zLinesOf } from './z-lines.ts';

export interface CoversDeps extends Pick<Ports, 'reads'>, CountedRowsDeps, CoverageDeps {
  readonly journal: Pick<TenderJournal, 'mid'>;
  readonly days: () => Promise<DayTerms>;
}

/** Compares the issuer's transactions of a day with our records. */
export interface Covers {
  /** @throws Problem 400 for a day that does not exist */
  of(day: string): Promise<Cover>;
}

export function createCovers(deps: CoversDeps): Covers {
  const { shop, journal } = deps;
  return {
    async of(day) {
      if (!isDate(day))
        throw refuse('bad-request', { message: '"day" is not a valid date.', details: { field: 'day' } });
      const period = dayPeriod(day, await deps.days());
      const rows = await rowsOf(deps, period, await journal.mid(shop));
      const inZ = await finishedOf(deps, rows);
      const placed = rows.map((row) => ({ ...row, place: zStateOf(row, inZ) }));
      const closed = placed.filter(({ place }) => place === 'closed');
      const lines = await zLinesOf(deps, { period, operationIds: inZ.inZ });
      return {
        day,
        currencies: currenciesOf(placed, lines),
        differing: differingOf(lines, closed),
        unexplained: placed.filter(({ place }) => place === 'unexplained').map(unexplainedOf),
        coverage: await coverageOf(deps, period),
        unsettled: await unsettledOf(deps),
      };
    },
  };
}

type PlacedRow = Row & { readonly place: ReturnType<typeof zStateOf> };

function currenciesOf(rows: readonly PlacedRow[], lines: readonly RedeemedLine[]): Cover['currencies'] {
  const byCurrency = grouped(rows, ({ currency }) => currency);
  const counting = grouped(lines, ({ currency }) => currency);
  return [...new Set([...byCurrency.keys(), ...counting.keys()])].map((currency) => {
    const all = byCurrency.get(currency) ?? [];
    const sumOf = (where: PlacedRow['place']) => netSum(all.filter(({ place }) => place === where));
    const [closed, counted] = [sumOf('closed'), countedNet(counting.get(currency) ?? [])];
    const placed = { closed, open: sumOf('open'), unexplained: sumOf('unexplained') };
    return { currency, issuer: netSum(all), ...placed, counted, difference: closed - counted };
  });
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** The captures and refunds of a day that the shop may see, each with its operation. */
function rowsOf({ reads, shop }: CoversDeps, { from, to }: Period, mid: string | null) {
  return reads
    .selectFrom('list_row')
    .leftJoin('claim', (on) =>
      on.onRef('claim.shop', '=', 'list_row.shop').onRef('claim.transaction_id', '=', 'list_row.id'),
    )
    .leftJoin('operation', 'operation.id', 'claim.operation_id')
    .select(['list_row.id', 'list_row.type', 'list_row.status', 'list_row.at', 'list_row.amount', 'list_row.currency'])
    .select(['list_row.tails', 'operation.id as operation_id', 'operation.kind'])
    .where('list_row.shop', '=', shop)
    .where('list_row.at', '>=', from)
    .where('list_row.at', '<=', to)
    .where('list_row.type', 'in', ['capture', 'refund'])
    .where((row) =>
      row.or([
        row('list_row.status', 'in', COUNTED_STATUSES),
        /* The row of our refund counts, so its capture does too, even if it says *Reversed*. */
        row.and([row('operation.kind', '=', 'tender'), row('operation.state', '=', 'refunded')]),
      ]),
    )
    .where((row) =>
      mid === null
        ? row('list_row.claimed', '=', 1)
        : row.or([row('list_row.claimed', '=', 1), row('list_row.mid', 'in', [mid, ''])]),
    )
    .orderBy('list_row.at')
    .execute();
}

interface FinishedOperations {
  /** Operations whose outcome is in a Z. */
  readonly inZ: ReadonlySet<string>;
  /** The tender that a manager assigned an orphan to. */
  readonly givenTo: ReadonlyMap<string, string>;
}

const IDS_PER_QUERY = 500;

async function finishedOf({ reads, shop }: CoversDeps, rows: readonly Row[]): Promise<FinishedOperations> {
  const orphans = rows.flatMap(({ operation_id, kind }) => (kind === 'orphan' && operation_id ? [operation_id] : []));
  const assignedTo = await assignmentsOf(reads, shop, orphans);
  const ids = [...rows.flatMap(({ operation_id }) => operation_id ?? []), ...assignedTo.values()];
  const inZ = new Set<string>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const found = await reads
      .selectFrom('fact')
      .innerJoin('shift_z_fact', (on) =>
        on.onRef('shift_z_fact.shop', '=', 'fact.shop').onRef('shift_z_fact.fact_seq', '=', 'fact.seq'),
      )
      .select('fact.operation_id')
      .where(inShop('fact.shop', shop))
      .where('fact.operation_id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .where('fact.kind', 'in', [...CAPTURING, 'refunded'])
      .execute();
    for (const { operation_id } of found) inZ.add(operation_id);
  }
  return { inZ, givenTo: assignedTo };
}

async function assignmentsOf(reads: CoversDeps['reads'], shop: Scope, ids: readonly string[]) {
  const assigned = new Map<string, string>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const facts = await reads
      .selectFrom('fact')
      .select(['operation_id', 'data'])
      .where(inShop('shop', shop))
      .where('operation_id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .where('kind', '=', 'closed')
      .execute();
    for (const { operation_id, data } of facts) {
      const { tenderId } = JSON.parse(data) as { tenderId?: string };
      if (tenderId !== undefined) assigned.set(operation_id, tenderId);
    }
  }
  return assigned;
}

function zStateOf(
  { operation_id, kind }: Row,
  { inZ, givenTo }: FinishedOperations,
): 'closed' | 'open' | 'unexplained' {
  const operationId = kind === 'orphan' ? (givenTo.get(operation_id ?? '') ?? null) : operation_id;
  if (operationId === null) return 'unexplained';
  return inZ.has(operationId) ? 'closed' : 'open';
}

const netSum = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + (netOf(row) ?? 0), 0);

function unexplainedOf({ id, type, at, tails, amount, currency }: Row): UnexplainedRow {
  const last4 = tails.trim().split(' ')[0] ?? '';
  return { id, type: type === 'refund' ? 'refund' : 'capture', at: isoOf(at), last4, amount, currency };
}

/** Returns everything unsettled in the shop, oldest first. */
async function unsettledOf({ reads, shop }: CoversDeps): Promise<Cover['unsettled']> {
  const rows = await reads
    .selectFrom('operation')
    .innerJoin('device', 'device.id', 'operation.device_id')
    .leftJoin('tender', 'tender.id', 'operation.id')
    .leftJoin('refund', 'refund.id', 'operation.id')
    .leftJoin('tender as refunded', 'refunded.id', 'refund.tender_id')
    .leftJoin('person', (on) =>
      on.on((eb) => eb('person.id', '=', eb.fn.coalesce('tender.person_id', 'refund.person_id'))),
    )
    .select(['operation.id', 'operation.kind', 'operation.created_at', 'device.name as till', 'person.name as person'])
    .select(({ fn }) => [
      fn.coalesce('tender.requested', 'refunded.requested').as('amount'),
      fn.coalesce('tender.currency', 'refunded.currency').as('currency'),
    ])
    .where('operation.shop', '=', shop)
    .where('operation.kind', 'in', ['tender', 'refund'])
    .where('operation.open', '=', IS_OPEN)
    .orderBy('operation.created_at')
    .execute();
  return rows.flatMap(({ kind, created_at, amount, currency, person, ...row }) =>
    isCountedKind(kind)
      ? [
          {
            ...row,
            kind: KIND_OF[kind],
            amount: amount ?? 0,
            currency: currency ?? '',
            person: person ?? '',
            at: new Date(created_at).toISOString(),
          },
        ]
      : [],
  );
}
