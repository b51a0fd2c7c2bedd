import type { Kysely } from 'kysely';
import { isItems, magnitude } from '../../../contract/money/money.ts';
import {
  isTenderOpen,
  REDEEMED_STATES,
  REFUNDABLE_STATES,
  tenderStateSchema,
} from '../../../contract/redemption/tender.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type JournalDeps, journalOf, operationTargetOf } from '../operation/journal-of.ts';
import type { PagedJournal } from '../operation/journal-port.ts';
import { falseOnConflict, type Tx } from '../operation/operations.ts';
import { pickRequester, REQUESTER_COLUMNS, readRequester } from '../operation/read-facts.ts';
import { balanceIfUsedUp, type Snapshot } from '../operation/snapshot.ts';
import { createReadsInAnyShop } from './in-any-shop.ts';
import { receiptNumberOf } from './late-receipt.ts';
import { TENDER_JOURNAL_TENDERS_MAX } from './limits.ts';
import { midsOf } from './mids-of.ts';
import { type OrphanFact, orphanStep } from './orphan-facts.ts';
import type { OrphanRecord } from './orphan-store.ts';
import { refHash } from './ref-hash.ts';
import {
  foldTender,
  type Recovered,
  recoveredFacts,
  type TenderFact,
  tenderFactSchema,
  tenderStep,
} from './tender-facts.ts';
import type { NewTender, TenderCancelled, TenderIdentity, TenderJournal, TenderRecord } from './tender-store.ts';

export interface TenderJournalOptions extends JournalDeps {
  readonly keys: Keys;
}

const tenders = (db: Kysely<Schema>) =>
  db
    .selectFrom('tender')
    .innerJoin('operation', 'operation.id', 'tender.id')
    .innerJoin('device', 'device.id', 'tender.device_id')
    .innerJoin('person', 'person.id', 'tender.person_id')
    .select(REQUESTER_COLUMNS)
    .select(['sale_id', 'code_hash', 'ref_sealed', 'last4', 'tender.kind', 'requested', 'currency', 'return_info'])
    .select(['receipt_no', 'entry', receiptNumberOf('tender').as('receipt_number')]);

/** The tenders of one voucher, newest first. */
const ofVoucher = (db: Kysely<Schema>, { shop, hash }: { shop: Scope; hash: string }) =>
  tenders(db).where('tender.shop', '=', shop).where('tender.ref_hash', '=', hash).orderBy('tender.created_at', 'desc');

interface Beginning {
  readonly facts: readonly [TenderFact, ...TenderFact[]];
  readonly snapshot?: Snapshot | null;
  /** The transaction that is its capture. */
  readonly claimed?: string | null;
  readonly within?: Parameters<TenderJournal['begin']>[2];
}

/** The limit of a key counts what was captured, once that is known. */
async function countCaptured(
  tx: Tx,
  { id, requested, status }: TenderRecord,
  { capture }: TenderRecord['status'],
): Promise<void> {
  if (capture === null || capture.captured === (status.capture?.captured ?? magnitude(requested))) return;
  await tx.updateTable('key_tender').set({ amount: capture.captured }).where('tender_id', '=', id).execute();
}

export function createTenderJournal({
  keys,
  ...deps
}: TenderJournalOptions): TenderJournal & PagedJournal<TenderRecord> {
  const { db, operations } = deps;
  const latestRedeemed = prepared((from, of: { shop: Scope; hash: string }) =>
    ofVoucher(from, of).where('operation.state', 'in', REDEEMED_STATES).limit(1),
  );
  const insertTender = prepareInsert();

  const kernel = journalOf(deps, {
    name: 'tender',
    table: 'tender',
    schema: tenderFactSchema,
    fold: foldTender,
    step: tenderStep,
    isOpen: isTenderOpen,
    rows: () => tenders(db),
    record: (row, recorded): TenderRecord => ({
      ...recorded,
      ...readRequester(row),
      saleId: row.sale_id,
      receiptNo: row.receipt_number,
      entry: row.entry,
      ref: keys.open(row.ref_sealed),
      last4: row.last4,
      requested: row.kind === 'items' ? { items: row.requested } : { amount: row.requested, currency: row.currency },
      returnVouchersInfo: row.return_info === 1,
    }),
    isSame: (_, identity: TenderIdentity, row) => {
      const identityColumns = toIdentityColumns(keys, identity);
      const names = Object.keys(identityColumns) as (keyof typeof identityColumns)[];
      return isSameEntry(identity.entry, row.entry) && names.every((name) => row[name] === identityColumns[name]);
    },
    moved: countCaptured,
  });

  /** @throws AlreadyClaimedError if the capture belongs to another operation */
  function begin(tender: NewTender, { facts, snapshot = null, claimed = null, within }: Beginning) {
    const { id, shop, person, saleId, receiptNo, entry, ref, requested, returnVouchersInfo } = tender;
    const requestColumns = { ...pickRequester(tender), saleId, receiptNo, entry, ref, requested, returnVouchersInfo };
    const row = rowOf(keys, tender);
    return kernel.begin({
      id,
      shop,
      deviceId: row.device_id,
      lockHash: row.ref_hash,
      request: tender,
      facts,
      async insert(tx, at) {
        await insertTender(tx, { ...row, held: balanceIfUsedUp(snapshot, at, requested), created_at: at });
        await within?.(tx, at);
        if (claimed === null) return;
        if (!(await operations.claim(tx, { shop, operationId: id, personId: person.id, at, transactionId: claimed })))
          throw new AlreadyClaimedError();
      },
      record: (recorded) => ({ ...recorded, ...requestColumns, last4: row.last4 }),
    });
  }

  const byVoucher = (shop: Scope, ref: string) => ofVoucher(db, { shop, hash: refHash(keys, ref) });
  const allOf = async (shop: Scope, ref: string) => kernel.records(await byVoucher(shop, ref).execute());

  return {
    ...kernel,
    begin(tender, { snapshot, offset }, within) {
      const sent = { kind: 'sent', attempt: 1, offset } as const;
      return begin(tender, { facts: [{ kind: 'intent', snapshot }, sent], snapshot, within });
    },
    recover: (tender, since, offset, found) =>
      nullIfClaimed(begin(tender, { facts: recoveredFacts(since, offset, found), claimed: capturedBy(found) })),
    async ofSale(shop, saleId) {
      const all = tenders(db).where('tender.shop', '=', shop).where('tender.sale_id', '=', saleId);
      return inTurns(await all.orderBy('tender.created_at').execute(), kernel.records);
    },
    capture: (tender, fact) =>
      kernel.claim(tender, fact, fact.kind === 'attached' ? fact.capture.captureId : fact.captureId),
    attachListed: (tender, fact, orphan) => kernel.append(tender, fact, endOrphan(deps, orphan, fact, tender.id)),
    recordOrphan(tender, fact, orphan) {
      const { before: within } = endOrphan(deps, orphan, fact, tender.id);
      return begin(tender, { facts: [{ kind: 'intent', snapshot: null }, fact], within });
    },
    keepLateCapture: (tender, by, note) => kernel.append(tender, { kind: 'attached', capture: null, by, note }),
    cancel: (shop, id) => cancel(deps, shop, id),
    isOwn: (id) => operations.isOwn(id),
    holder: (shop, ref) => operations.holder(shop, refHash(keys, ref)),
    async lastCapture(shop, ref) {
      const { rows } = await latestRedeemed(db, { shop, hash: refHash(keys, ref) });
      return (await kernel.records(rows))[0] ?? null;
    },
    async refundable(shop, ref) {
      const all = byVoucher(shop, ref).where('operation.state', 'in', REFUNDABLE_STATES);
      return kernel.records(await all.limit(TENDER_JOURNAL_TENDERS_MAX).execute());
    },
    ofVoucher: allOf,
    capturesOf: async (shop, ref) =>
      new Set((await allOf(shop, ref)).flatMap(({ status }) => status.capture?.captureId ?? [])),
    ...createReadsInAnyShop({ db, keys }),
    ...midsOf(db),
  };
}

const capturedBy = (found: Recovered) => (found === 'contested' ? null : (found?.captureId ?? null));

type AttachedFact = Extract<TenderFact, { kind: 'attached' }>;

/**
 * Ends an orphan together with the fact that assigns its capture to a tender.
 * @throws Error if it was already assigned
 */
function endOrphan(
  { clock, operations }: JournalDeps,
  orphan: OrphanRecord,
  { by, note }: AttachedFact,
  tenderId: string,
) {
  const fact: OrphanFact = { kind: 'closed', by, note, tenderId };
  const closed = { at: clock.now(), fact };
  orphanStep(orphan.status, closed);
  const to = { state: 'closed', open: false };
  return { before: (tx: Tx) => operations.move(tx, operationTargetOf('orphan', orphan), to, closed) };
}

/** Reads records in batches, so that other work can run in between. */
async function inTurns<Row>(rows: readonly Row[], read: (rows: readonly Row[]) => Promise<TenderRecord[]>) {
  const records: TenderRecord[] = [];
  for (let from = 0; from < rows.length; from += TENDER_JOURNAL_TENDERS_MAX)
    records.push(...(await read(rows.slice(from, from + TENDER_JOURNAL_TENDERS_MAX))));
  return records;
}

async function cancel({ db, clock, operations }: JournalDeps, shop: Scope, id: string): Promise<TenderCancelled> {
  const tombstone = { id, shop, kind: 'tender', deviceId: null, lockHash: null, at: clock.now() } as const;
  const to = { state: 'cancelled', open: false, version: 0 };
  const writing = db.transaction().execute((tx) => operations.insert(tx, tombstone, to));
  if (await falseOnConflict(writing)) return { outcome: 'cancelled' };
  const operation = db.selectFrom('operation').select(['state', 'kind']).where('id', '=', id);
  const own = await operation.where('shop', '=', shop).executeTakeFirst();
  if (own?.state === 'cancelled') return { outcome: 'cancelled' };
  return { outcome: 'started', state: own?.kind === 'tender' ? tenderStateSchema.parse(own.state) : null };
}

/**
 * Thrown if another operation has claimed the transaction, to roll the database transaction back.
 */
class AlreadyClaimedError extends Error {}

async function nullIfClaimed<T>(pendingStart: Promise<T>): Promise<T | null> {
  try {
    return await pendingStart;
  } catch (error) {
    if (error instanceof AlreadyClaimedError) return null;
    throw error;
  }
}

/** Builds the row of a new tender, without its time and the voucher's balance. */
function rowOf(keys: Keys, tender: NewTender) {
  const { id, shop, device, person, entry, ref, returnVouchersInfo } = tender;
  const by = { device_id: device.id, person_id: person.id, entry, return_info: returnVouchersInfo ? 1 : 0 };
  const voucher = { ref_hash: refHash(keys, ref), ref_sealed: keys.seal(ref), last4: lastFour(ref) };
  return { id, shop, ...by, ...voucher, ...toIdentityColumns(keys, tender) };
}

/** The columns that identify a repeated request. */
function toIdentityColumns(keys: Keys, { code, saleId, receiptNo, requested: worth }: TenderIdentity) {
  return {
    code_hash: keys.hash(`code:${code}`),
    sale_id: saleId,
    receipt_no: receiptNo,
    kind: isItems(worth) ? ('items' as const) : ('money' as const),
    requested: magnitude(worth),
    currency: isItems(worth) ? '' : worth.currency,
  };
}

function prepareInsert() {
  const insert = (db: Kysely<Schema>, row: Schema['tender']) =>
    db.insertInto('tender').values({
      id: row.id,
      shop: row.shop,
      device_id: row.device_id,
      person_id: row.person_id,
      sale_id: row.sale_id,
      code_hash: row.code_hash,
      ref_hash: row.ref_hash,
      ref_sealed: row.ref_sealed,
      last4: row.last4,
      kind: row.kind,
      requested: row.requested,
      currency: row.currency,
      return_info: row.return_info,
      receipt_no: row.receipt_no,
      entry: row.entry,
      held: row.held,
      created_at: row.created_at,
    });
  return prepared(insert, { isResultUnused: true });
}

/** True if both entry methods match; older tenders of programs have none instead of `api`. */
function isSameEntry(requested: TenderIdentity['entry'], recorded: TenderIdentity['entry']): boolean {
  return requested === recorded || (requested === 'api' && recorded === null);
}
