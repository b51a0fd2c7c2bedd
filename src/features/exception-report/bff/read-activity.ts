import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { type DayTerms, startOfDay } from '../../../contract/platform/shop-day.ts';
import { REFUND_STATES, statesOf } from '../../../contract/redemption/states.ts';
import type { ActivityLine, OperationPair, ShopActivity } from './activity.ts';
import type { DayLines } from './day-lines.ts';
import { SIGNALS_SOON_MS } from './limits.ts';

export interface ActivityDeps extends Pick<Ports, 'reads'> {
  readonly lines: DayLines;
  readonly days: DayTerms;
}

/** Reads the actions in a shop since a day began; without delaying writes. */
export async function readActivity(
  { reads, lines, days }: ActivityDeps,
  shop: Scope,
  firstDay: string,
  now: number,
): Promise<ShopActivity> {
  const since = startOfDay(firstDay, days);
  const people = await reads.selectFrom('person').select(['id', 'name']).execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  /* For a refused PIN, no person is signed in: the line is about the owner of the PIN. */
  const personOf = ({ person, action, subject }: ActivityLine) =>
    byId.get(person?.id ?? (action === 'session.refused' ? (subject ?? '') : '')) ?? null;
  return {
    lines: (await lines.since(shop, firstDay, now, days)).map((line) => ({ ...line, person: personOf(line) })),
    refunds: await refundsSince(reads, shop, since),
    emptied: await emptiedSince(reads, shop, since),
  };
}

async function refundsSince(
  reads: ActivityDeps['reads'],
  shop: Scope,
  since: number,
): Promise<readonly OperationPair[]> {
  const rows = await reads
    .selectFrom('refund')
    .innerJoin('operation', 'operation.id', 'refund.id')
    .innerJoin('tender', 'tender.id', 'refund.tender_id')
    .select(['refund.id', 'tender.person_id as earlierBy', 'tender.created_at as before', 'operation.created_at as at'])
    .where('operation.shop', '=', shop)
    .where('operation.kind', '=', 'refund')
    /* All states, because the index has them before the time. */
    .where('operation.state', 'in', statesOf(REFUND_STATES))
    .where('operation.changed_at', '>=', since)
    .execute();
  return rows.map(({ id, earlierBy, before, at }) => ({ id, earlierBy, afterMs: at - before }));
}

async function emptiedSince(
  reads: ActivityDeps['reads'],
  shop: Scope,
  since: number,
): Promise<readonly OperationPair[]> {
  const rows = await reads
    .selectFrom('issue')
    .innerJoin('issued_voucher', 'issued_voucher.issue_id', 'issue.id')
    .innerJoin('tender', (join) =>
      join.onRef('tender.ref_hash', '=', 'issued_voucher.ref_hash').onRef('tender.shop', '=', 'issue.shop'),
    )
    .select(['tender.id', 'issue.person_id as earlierBy', 'issue.created_at as before', 'tender.created_at as at'])
    .where('issue.shop', '=', shop)
    .where('issue.created_at', '>=', since - SIGNALS_SOON_MS)
    .execute();
  return rows.map(({ id, earlierBy, before, at }) => ({ id, earlierBy, afterMs: at - before }));
}
