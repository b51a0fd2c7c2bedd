import { voucherHash } from '../../../bff/issuer/mirror/row.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import { receiptNumberOf } from '../../../bff/redemption/journal/late-receipt.ts';
import {
  type Capture,
  captureOf,
  type TenderFactKind,
  tenderFactSchema,
} from '../../../bff/redemption/journal/tender-facts.ts';
import { factIn } from '../../../bff/redemption/operation/read-facts.ts';
import { type RefundState, refundStateSchema } from '../../../contract/redemption/refund.ts';
import { REFUND_STATES, TENDER_STATES } from '../../../contract/redemption/states.ts';
import { type TenderState, tenderStateSchema } from '../../../contract/redemption/tender.ts';
import type { Transaction } from '../contract/transaction.ts';
import { keyMark, saleOf, withCaptured } from './explained.ts';

/** Rows read and decrypted at a time, so that redemptions wait for these at most. */
const ROWS_PER_PIECE = 500;
const IDS_PER_QUERY = 500;
const CAPTURES = [
  'captured',
  'captured_partial',
  'late_capture',
  'attached',
] as const satisfies readonly TenderFactKind[];

export interface PersonRowsDeps extends Pick<Ports, 'shop' | 'db'> {
  readonly keys: Pick<Keys, 'hash' | 'open'>;
}

/**
 * Returns a person's redemptions and refunds begun within a period. They come from the journal,
 * because the issuer does not know the person.
 */
export async function operationsOfPerson(
  deps: PersonRowsDeps,
  personId: string,
  period: Period,
): Promise<Transaction[]> {
  const [tenders, refunds] = await Promise.all([
    inPieces(period, (some) => tendersOf(deps, personId, some)),
    inPieces(period, (some) => refundsOf(deps, personId, some)),
  ]);
  return [...tenders, ...refunds];
}

interface Piece {
  /** Milliseconds UTC, inclusive. */
  readonly from: number;
  /** The time and id of an operation, exclusive. */
  readonly before: readonly [at: number, id: string];
}

/** Reads all rows of a period, newest first: sums of a part would be wrong. */
async function inPieces({ from, to }: Period, read: (piece: Piece) => Promise<Transaction[]>): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let before: Piece['before'] = [to + 1, '']; ; ) {
    const rows = await read({ from, before });
    all.push(...rows);
    const last = rows.at(-1);
    if (rows.length < ROWS_PER_PIECE || last?.at == null || last.by === null) return all;
    before = [Date.parse(last.at), last.by.id];
  }
}

async function tendersOf(deps: PersonRowsDeps, personId: string, { from, before }: Piece): Promise<Transaction[]> {
  const rows = await tenderRows(deps)
    .where('tender.person_id', '=', personId)
    .where('tender.created_at', '>=', from)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('tender.created_at', 'tender.id'), '<', tuple(...before)))
    .orderBy('tender.created_at', 'desc')
    .orderBy('tender.id', 'desc')
    .limit(ROWS_PER_PIECE)
    .execute();
  const captures = await capturesOf(
    deps,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const capture = captures.get(row.id);
    const { id, state, person, device, device_id } = row;
    const sale = saleOf(row);
    const operation = {
      operation: 'tender',
      id,
      person,
      device,
      ...keyMark(device_id),
      ...(sale && { sale }),
    } as const;
    return {
      ...voucherFields(deps, row),
      id: capture?.captureId ?? id,
      type: 'capture',
      rawType: 'tender',
      status: statusOf(TENDER_STATES[tenderStateSchema.parse(state)]),
      rawStatus: state,
      amount: capture?.captured ?? row.requested,
      at: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.changed_at).toISOString(),
      by: withCaptured(operation, capture?.captured ?? null),
    };
  });
}

async function refundsOf(deps: PersonRowsDeps, personId: string, { from, before }: Piece): Promise<Transaction[]> {
  const rows = await tenderRows(deps)
    .innerJoin('refund', 'refund.tender_id', 'tender.id')
    .innerJoin('operation as giving', 'giving.id', 'refund.id')
    .innerJoin('person as giver', 'giver.id', 'refund.person_id')
    .innerJoin('device as at_device', 'at_device.id', 'refund.device_id')
    .select(['refund.id as refund_id', 'giving.state as refund_state', 'giving.changed_at as refund_changed_at'])
    .select([
      'refund.created_at as refund_created_at',
      'giver.name as giver',
      'at_device.name as giver_device',
      'at_device.id as giver_device_id',
    ])
    .where('refund.person_id', '=', personId)
    .where('refund.created_at', '>=', from)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('refund.created_at', 'refund.id'), '<', tuple(...before)))
    .orderBy('refund.created_at', 'desc')
    .orderBy('refund.id', 'desc')
    .limit(ROWS_PER_PIECE)
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
    status: statusOf(REFUND_STATES[refundStateSchema.parse(row.refund_state)]),
    rawStatus: row.refund_state,
    amount: captures.get(row.id)?.captured ?? row.requested,
    at: new Date(row.refund_created_at).toISOString(),
    updatedAt: new Date(row.refund_changed_at).toISOString(),
    by: {
      operation: 'refund',
      id: row.refund_id,
      person: row.giver,
      device: row.giver_device,
      ...keyMark(row.giver_device_id),
      ...refundedSale(row),
    },
  }));
}

/** Own operations with an unknown outcome are in no sum; unknown words of the issuer are. */
function statusOf({ outcome }: (typeof TENDER_STATES)[TenderState] | (typeof REFUND_STATES)[RefundState]) {
  return outcome === 'unknown' ? 'pending' : outcome;
}

/** A refund returns everything that the voucher held. */
function refundedSale(row: Parameters<typeof saleOf>[0]) {
  const sale = saleOf({ ...row, entry: null, held: null });
  return sale && { sale };
}

const tenderRows = ({ db, shop }: PersonRowsDeps) =>
  db
    .selectFrom('tender')
    .innerJoin('operation', 'operation.id', 'tender.id')
    .innerJoin('person', 'person.id', 'tender.person_id')
    .innerJoin('device', 'device.id', 'tender.device_id')
    .innerJoin('shop', 'shop.id', 'tender.shop')
    .select([receiptNumberOf('tender').as('receipt_no'), 'entry', 'held'])
    .select([
      'tender.id',
      'ref_sealed',
      'last4',
      'tender.kind',
      'requested',
      'currency',
      'tender.created_at',
      'shop.mid',
    ])
    .select([
      'operation.state',
      'operation.changed_at',
      'person.name as person',
      'device.name as device',
      'device.id as device_id',
    ])
    .where('tender.shop', '=', shop);

/** Returns what each tender captured, from the last fact that states it. */
async function capturesOf({ db }: PersonRowsDeps, ids: readonly string[]): Promise<ReadonlyMap<string, Capture>> {
  const captures = new Map<string, Capture>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const facts = await db
      .selectFrom('fact')
      .select(['operation_id', 'kind', 'data'])
      .where('operation_id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .where('kind', 'in', CAPTURES)
      .orderBy('seq')
      .execute();
    for (const { operation_id, ...row } of facts) {
      const capture = captureOf(factIn(tenderFactSchema, row));
      if (capture) captures.set(operation_id, capture);
    }
  }
  return captures;
}

function voucherFields(
  { keys }: PersonRowsDeps,
  { ref_sealed, last4, currency, mid }: { ref_sealed: string; last4: string; currency: string; mid: string | null },
) {
  return {
    mid: mid ?? '',
    currency,
    vouchers: [{ last4, tag: voucherHash(keys, keys.open(ref_sealed)), product: null }],
  };
}
