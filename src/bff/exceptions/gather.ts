import type { TrailLine } from '../../contract/audit.ts';
import type { DayTerms } from '../../contract/shop-day.ts';
import type { Ports } from '../audit/ports.ts';
import type { Trail } from '../audit/trail.ts';
import type { Scope } from '../base/scope.ts';
import { type DeedPair, type Deeds, deedOf, type ShopDeed } from './deeds.ts';
import { SOON_MS } from './signals.ts';

export interface DeedsDeps extends Pick<Ports, 'reads'> {
  readonly trail: Pick<Trail, 'pages'>;
  readonly days: () => Promise<DayTerms>;
}

/** Few enough that nobody at a till waits for them. */
const LINES_AT_ONCE = 1_000;
/** What came of it has a line of its own. */
const ONLY_ASKED = new Set(['tender.asked', 'refund.asked']);

/** Reads what was done in a shop since then, our time; nothing that is written waits for it. */
export async function gatherDeeds(
  { reads, trail, days }: DeedsDeps,
  shop: Scope,
  since: number,
  now: number,
): Promise<Deeds> {
  const period = { from: new Date(since).toISOString(), to: new Date(now + 1).toISOString() };
  const people = await reads.selectFrom('person').select(['id', 'name']).execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  /* Of a PIN that was refused nobody is signed in: it is about whose PIN it was. */
  const whose = (line: TrailLine) =>
    line.person ?? (line.action === 'session.refused' ? byId.get(line.subject ?? '') : null) ?? null;
  const terms = await days();
  const lines: ShopDeed[] = [];
  for await (const page of trail.pages(shop, period, LINES_AT_ONCE))
    for (const line of page)
      if (!ONLY_ASKED.has(line.action)) lines.push(deedOf({ ...line, person: whose(line) }, terms));
  return {
    lines: lines.toReversed(),
    refunds: await refundsSince(reads, shop, since),
    emptied: await emptiedSince(reads, shop, since),
  };
}

async function refundsSince(reads: DeedsDeps['reads'], shop: Scope, since: number): Promise<readonly DeedPair[]> {
  const rows = await reads
    .selectFrom('refund')
    .innerJoin('operation', 'operation.id', 'refund.id')
    .innerJoin('tender', 'tender.id', 'refund.tender_id')
    .select(['refund.id', 'tender.person_id as earlierBy', 'tender.created_at as before', 'operation.created_at as at'])
    .where('operation.shop', '=', shop)
    .where('operation.kind', '=', 'refund')
    .where('operation.changed_at', '>=', since)
    .execute();
  return rows.map(({ id, earlierBy, before, at }) => ({ id, earlierBy, afterMs: at - before }));
}

async function emptiedSince(reads: DeedsDeps['reads'], shop: Scope, since: number): Promise<readonly DeedPair[]> {
  const rows = await reads
    .selectFrom('issue')
    .innerJoin('issued_voucher', 'issued_voucher.issue_id', 'issue.id')
    .innerJoin('tender', (join) =>
      join.onRef('tender.ref_hash', '=', 'issued_voucher.ref_hash').onRef('tender.shop', '=', 'issue.shop'),
    )
    .select(['tender.id', 'issue.person_id as earlierBy', 'issue.created_at as before', 'tender.created_at as at'])
    .where('issue.shop', '=', shop)
    .where('issue.created_at', '>=', since - SOON_MS)
    .execute();
  return rows.map(({ id, earlierBy, before, at }) => ({ id, earlierBy, afterMs: at - before }));
}
