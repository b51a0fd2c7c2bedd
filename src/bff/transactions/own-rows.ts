import type { Kysely } from 'kysely';
import { cardsBetween, type RangeState } from '../../contract/activation.ts';
import type { RefundState } from '../../contract/refund.ts';
import type { TenderState } from '../../contract/tender.ts';
import type { Transaction, TransactionStatus } from '../../contract/transaction.ts';
import type { Keys } from '../base/keys.ts';
import type { Period } from '../issuer/port.ts';
import type { Schema } from '../store/schema.ts';
import { tagOf } from './rows.ts';

/** More than anybody does in any period that a screen shows. */
const ROWS_MAX = 5_000;
const IDS_AT_ONCE = 500;
const CAPTURES = ['captured', 'captured_partial', 'late_capture', 'attached'] as const;

export interface OwnRowsDeps {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'hash' | 'open'>;
  readonly shop: string;
}

/** What a person did, from the journal, because only the journal knows who did it: redemptions and refunds begun within a period. */
export async function doneBy(deps: OwnRowsDeps, personId: string, period: Period): Promise<Transaction[]> {
  const [tenders, refunds] = await Promise.all([tendersOf(deps, personId, period), refundsOf(deps, personId, period)]);
  return [...tenders, ...refunds];
}

async function tendersOf(deps: OwnRowsDeps, personId: string, { from, to }: Period): Promise<Transaction[]> {
  const rows = await tenderRows(deps)
    .where('tender.person_id', '=', personId)
    .where('tender.created_at', '>=', from)
    .where('tender.created_at', '<=', to)
    .orderBy('tender.created_at', 'desc')
    .limit(ROWS_MAX)
    .execute();
  const captures = await capturesOf(
    deps,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const capture = captures.get(row.id);
    const { id, state, person, device } = row;
    const operation = { operation: 'tender', id, person, device } as const;
    return {
      ...voucherFields(deps, row),
      id: capture?.captureId ?? id,
      type: 'capture',
      rawType: 'tender',
      ...statusFields(STATUS_OF_TENDER[state as TenderState], state),
      amount: capture?.captured ?? row.requested,
      at: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.changed_at).toISOString(),
      by: operation,
    };
  });
}

async function refundsOf(deps: OwnRowsDeps, personId: string, { from, to }: Period): Promise<Transaction[]> {
  const rows = await tenderRows(deps)
    .innerJoin('refund', 'refund.tender_id', 'tender.id')
    .innerJoin('operation as giving', 'giving.id', 'refund.id')
    .innerJoin('person as giver', 'giver.id', 'refund.person_id')
    .innerJoin('device as at_device', 'at_device.id', 'refund.device_id')
    .select(['refund.id as refund_id', 'giving.state as refund_state', 'giving.changed_at as refund_changed_at'])
    .select(['refund.created_at as refund_created_at', 'giver.name as giver', 'at_device.name as giver_device'])
    .where('refund.person_id', '=', personId)
    .where('refund.created_at', '>=', from)
    .where('refund.created_at', '<=', to)
    .orderBy('refund.created_at', 'desc')
    .limit(ROWS_MAX)
    .execute();
  const captures = await capturesOf(
    deps,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...voucherFields(deps, row),
    id: row.refund_id,
    type: 'refund',
    rawType: 'refund',
    ...statusFields(STATUS_OF_REFUND[row.refund_state as RefundState], row.refund_state),
    amount: captures.get(row.id)?.captured ?? row.requested,
    at: new Date(row.refund_created_at).toISOString(),
    updatedAt: new Date(row.refund_changed_at).toISOString(),
    by: { operation: 'refund', id: row.refund_id, person: row.giver, device: row.giver_device },
  }));
}

/** Ranges of cards that were activated here within a period. No search of the issuer shows them. */
export async function activationsIn({ db, shop }: Pick<OwnRowsDeps, 'db' | 'shop'>, { from, to }: Period): Promise<Transaction[]> {
  const rows = await db
    .selectFrom('activation')
    .innerJoin('activation_range', 'activation_range.activation_id', 'activation.id')
    .innerJoin('person', 'person.id', 'activation.person_id')
    .innerJoin('device', 'device.id', 'activation.device_id')
    .select(['activation.id', 'activation.created_at', 'position', 'first', 'last', 'activation_range.state'])
    .select(['person.name as person', 'device.name as device'])
    .where('activation.shop', '=', shop)
    .where('activation.created_at', '>=', from)
    .where('activation.created_at', '<=', to)
    .orderBy('activation.created_at', 'desc')
    .orderBy('position')
    .limit(ROWS_MAX)
    .execute();
  return rows.map(({ id, created_at, position, first, last, state, person, device }) => ({
    id: `${id}:${position}`,
    type: 'activation',
    rawType: 'activation',
    ...statusFields(STATUS_OF_RANGE[state as RangeState], state),
    mid: '',
    amount: Number(cardsBetween({ start: first, end: last })),
    currency: '',
    at: new Date(created_at).toISOString(),
    updatedAt: null,
    vouchers: [],
    by: { operation: 'activation', id, person, device },
  }));
}

const tenderRows = ({ db, shop }: OwnRowsDeps) =>
  db
    .selectFrom('tender')
    .innerJoin('operation', 'operation.id', 'tender.id')
    .innerJoin('person', 'person.id', 'tender.person_id')
    .innerJoin('device', 'device.id', 'tender.device_id')
    .innerJoin('shop', 'shop.id', 'tender.shop')
    .select(['tender.id', 'ref_sealed', 'last4', 'tender.kind', 'requested', 'currency', 'tender.created_at', 'shop.mid'])
    .select(['operation.state', 'operation.changed_at', 'person.name as person', 'device.name as device'])
    .where('tender.shop', '=', shop);

/** What each tender captured, from the last fact that says so. */
async function capturesOf({ db }: OwnRowsDeps, ids: readonly string[]): Promise<ReadonlyMap<string, Captured>> {
  const captures = new Map<string, Captured>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const facts = await db
      .selectFrom('fact')
      .select(['operation_id', 'data'])
      .where('operation_id', 'in', ids.slice(start, start + IDS_AT_ONCE))
      .where('kind', 'in', CAPTURES)
      .orderBy('seq')
      .execute();
    for (const { operation_id, data } of facts) {
      const captured = capturedIn(JSON.parse(data));
      if (captured) captures.set(operation_id, captured);
    }
  }
  return captures;
}

interface Captured {
  readonly captureId: string;
  readonly captured: number;
}

/** A capture fact holds this itself; one that says that a manager attached a row holds it in `capture`, or nothing where it was said before. */
function capturedIn(data: unknown): Captured | null {
  const fact = data as Partial<Captured> & { readonly capture?: Captured | null };
  if (fact.captureId !== undefined && fact.captured !== undefined) return { captureId: fact.captureId, captured: fact.captured };
  return fact.capture ?? null;
}

function voucherFields(
  { keys }: OwnRowsDeps,
  { ref_sealed, last4, currency, mid }: { ref_sealed: string; last4: string; currency: string; mid: string | null },
) {
  return { mid: mid ?? '', currency, vouchers: [{ last4, tag: tagOf(keys, keys.open(ref_sealed)), product: null }] };
}

function statusFields(status: TransactionStatus, rawStatus: string) {
  return { status, rawStatus };
}

const STATUS_OF_TENDER: Readonly<Record<TenderState, TransactionStatus>> = {
  intent: 'unknown',
  sent: 'unknown',
  unknown: 'unknown',
  manager: 'unknown',
  captured: 'succeeded',
  captured_partial: 'succeeded',
  late_capture: 'succeeded',
  attached: 'succeeded',
  refunded: 'succeeded',
  declined: 'failed',
  not_sent: 'failed',
  not_captured: 'failed',
  cancelled: 'failed',
};
const STATUS_OF_REFUND: Readonly<Record<RefundState, TransactionStatus>> = {
  intent: 'unknown',
  sent: 'unknown',
  unknown: 'unknown',
  manager: 'unknown',
  refunded: 'succeeded',
  declined: 'failed',
  not_sent: 'failed',
  not_refunded: 'failed',
};
const STATUS_OF_RANGE: Readonly<Record<RangeState, TransactionStatus>> = {
  waiting: 'unknown',
  sent: 'unknown',
  unknown: 'unknown',
  done: 'succeeded',
  refused: 'failed',
  not_sent: 'failed',
  closed: 'failed',
  deactivating: 'unknown',
  deactivation_unknown: 'unknown',
  deactivated: 'failed',
};
