import type { Kysely } from 'kysely';
import { isItems, magnitude, type Worth } from '../../contract/money.ts';
import { isTenderOpen, REFUNDABLE_STATES, TAKEN_STATES, tenderStateSchema } from '../../contract/tender.ts';
import { lastFour, refIdentity } from '../../contract/voucher.ts';
import type { ShownFacts } from '../audit/journal-lines.ts';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import type { DatedFact } from '../operation/facts.ts';
import { type Beside, type JournalDeps, journalOf, placeOf } from '../operation/journal-of.ts';
import { ASKED_COLUMNS, askedBy, askedByOf } from '../operation/read-facts.ts';
import { heldIfUsedUp, type Snapshot } from '../operation/snapshot.ts';
import { prepared } from '../store/prepared.ts';
import type { Schema } from '../store/schema.ts';
import type { OrphanFact } from './orphan-facts.ts';
import type { OrphanRecord } from './orphan-store.ts';
import {
  foldTender,
  type Recovered,
  recoveredFacts,
  type TenderFact,
  type TenderStanding,
  tenderFactSchema,
  tenderStep,
} from './tender-facts.ts';
import type { NewTender, TenderCancelled, TenderIdentity, TenderJournal, TenderRecord } from './tender-store.ts';

export interface TenderJournalOptions extends JournalDeps {
  readonly keys: Keys;
}

/** Which facts of a tender are lines of the trail. */
export const TENDER_LINES: ShownFacts<TenderFact['kind']> = {
  intent: 'tender.asked',
  captured: 'tender.taken',
  captured_partial: 'tender.partly-taken',
  declined: 'tender.refused',
  not_sent: 'tender.not-taken',
  unknown: 'tender.unknown',
  not_captured: { byPerson: 'tender.closed', byItself: 'tender.not-taken' },
  manager: 'tender.manager',
  late_capture: 'tender.late',
  attached: 'tender.attached',
};

/**
 * More tenders than one voucher pays for within minutes.
 *
 * So many of a sale are read at a time, too.
 */
const TENDERS_MAX = 200;
/** Tenders with what is read of their operation, device and person. */
const tenderRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('tender')
    .innerJoin('operation', 'operation.id', 'tender.id')
    .innerJoin('device', 'device.id', 'tender.device_id')
    .innerJoin('person', 'person.id', 'tender.person_id')
    .select(ASKED_COLUMNS)
    .select(['sale_id', 'code_hash', 'ref_sealed', 'last4', 'tender.kind', 'requested', 'currency', 'return_info'])
    .select(['receipt_no', 'entry']);

type Facts = readonly [TenderFact, ...TenderFact[]];

/** What is written with a new tender beside its facts. */
interface Beginning {
  readonly snapshot?: Snapshot | null;
  /** The transaction that is its capture. */
  readonly claimed?: string | null;
  readonly within?: Parameters<TenderJournal['begin']>[2];
}

/** The journal of tenders. */
export function createTenderJournal({ keys, ...deps }: TenderJournalOptions): TenderJournal {
  const { db, operations } = deps;
  const codeHash = (code: string) => keys.hash(`code:${code}`);

  const tenders = () => tenderRows(db);

  const ofVoucher = ({ shop, hash }: { shop: Scope; hash: string }) =>
    tenders().where('tender.shop', '=', shop).where('tender.ref_hash', '=', hash).orderBy('tender.created_at', 'desc');
  const latestTaken = prepared((_, of: { shop: Scope; hash: string }) =>
    ofVoucher(of).where('operation.state', 'in', TAKEN_STATES).limit(1),
  );
  const insertTender = prepareInsert();

  const kernel = journalOf(deps, {
    name: 'tender',
    table: 'tender',
    schema: tenderFactSchema,
    fold: foldTender,
    step: tenderStep,
    isOpen: isTenderOpen,
    rows: tenders,
    record: (row, recorded): TenderRecord => ({
      ...recorded,
      ...askedBy(row),
      saleId: row.sale_id,
      receiptNo: row.receipt_no,
      entry: row.entry,
      ref: keys.open(row.ref_sealed),
      last4: row.last4,
      requested: row.kind === 'items' ? { items: row.requested } : { amount: row.requested, currency: row.currency },
      returnVouchersInfo: row.return_info === 1,
    }),
    isSame: (_, { code, requested, saleId, receiptNo, entry }: TenderIdentity, row) => {
      const asked = { code_hash: codeHash(code), sale_id: saleId, receipt_no: receiptNo, ...worthColumns(requested) };
      return isSameEntry(entry, row.entry) && (Object.keys(asked) as (keyof typeof asked)[]).every((name) => row[name] === asked[name]);
    },
  });

  /** @throws Claimed when the capture belongs to another operation */
  function begin({ id, shop, code, ...wish }: NewTender, facts: Facts, { snapshot = null, claimed = null, within }: Beginning) {
    const { device, person, saleId, receiptNo, entry, ref, requested, returnVouchersInfo } = wish;
    const last4 = lastFour(ref);
    const lockHash = refHash(keys, ref);
    const row = rowOf(keys, { id, shop, ...wish }, codeHash(code));
    const said = { saleId, receiptNo, entry };
    return kernel.begin({
      id,
      shop,
      deviceId: device.id,
      lockHash,
      asked: { shop, code, requested, ...said },
      facts,
      async insert(tx, at) {
        await insertTender(tx, { ...row, held: heldIfUsedUp(snapshot, at, requested), created_at: at });
        await within?.(tx, at);
        if (claimed === null) return;
        if (!(await operations.claim(tx, { shop, operationId: id, personId: person.id, at, transactionId: claimed }))) throw new Claimed();
      },
      record: (recorded) => ({ ...recorded, ...askedByOf(wish), ...said, ref, last4, requested, returnVouchersInfo }),
    });
  }

  return {
    ...kernel,
    begin: (tender, { snapshot, offset }, within) =>
      begin(
        tender,
        [
          { kind: 'intent', snapshot },
          { kind: 'sent', attempt: 1, offset },
        ],
        { snapshot, within },
      ),
    recover: (tender, since, offset, found) =>
      unlessClaimed(begin(tender, recoveredFacts(since, offset, found), { claimed: capturedBy(found) })),
    ofSale: async (shop, saleId) => inTurns(await ofSale(tenders(), shop, saleId).execute(), kernel.records),
    capture: (tender, fact) => kernel.claim(tender, fact, fact.kind === 'attached' ? fact.capture.captureId : fact.captureId),
    attachListed: (tender, fact, orphan) => kernel.append(tender, fact, endOrphan(deps, orphan, { ...fact, tenderId: tender.id })),
    keep: (tender, by, note) => kernel.append(tender, { kind: 'attached', capture: null, by, note }),
    cancel: (shop, id) => cancel(deps, shop, id),
    holder: (shop, ref) => operations.holder(shop, refHash(keys, ref)),
    async lastCapture(shop, ref) {
      const { rows } = await latestTaken(db, { shop, hash: refHash(keys, ref) });
      return (await kernel.records(rows))[0] ?? null;
    },
    async refundable(shop, ref) {
      const all = ofVoucher({ shop, hash: refHash(keys, ref) }).where('operation.state', 'in', REFUNDABLE_STATES);
      return kernel.records(await all.limit(TENDERS_MAX).execute());
    },
    capturesOf: async (shop, ref) => captureIds(await kernel.records(await ofVoucher({ shop, hash: refHash(keys, ref) }).execute())),
    wasGivenBack: (shop, ref) => wasGivenBack(db, shop, refHash(keys, ref)),
    claimed: (shop, transactionIds) => claimedOf(db, shop, transactionIds),
    ...midsOf(db),
  };
}

const capturedBy = (found: Recovered) => (found === 'contested' ? null : (found?.captureId ?? null));

/** Ends an orphan beside the fact that gives its capture to a tender. */
function endOrphan(
  { clock, operations }: Pick<JournalDeps, 'clock' | 'operations'>,
  orphan: OrphanRecord,
  { by, note, tenderId }: Extract<TenderFact, { kind: 'attached' }> & { readonly tenderId: string },
): Beside<TenderStanding> {
  const closed: DatedFact<OrphanFact> = { at: clock.now(), fact: { kind: 'closed', by, note, tenderId } };
  return { before: (tx) => operations.move(tx, placeOf('orphan', orphan), { state: 'closed', open: false }, closed) };
}

/** Those of one sale, oldest first. */
const ofSale = (tenders: ReturnType<typeof tenderRows>, shop: Scope, saleId: string) =>
  tenders.where('tender.shop', '=', shop).where('tender.sale_id', '=', saleId).orderBy('tender.created_at');

/** Reads what rows are about some at a time: others have turns between. */
async function inTurns<Row>(rows: readonly Row[], read: (rows: readonly Row[]) => Promise<TenderRecord[]>): Promise<TenderRecord[]> {
  const records: TenderRecord[] = [];
  for (let from = 0; from < rows.length; from += TENDERS_MAX) records.push(...(await read(rows.slice(from, from + TENDERS_MAX))));
  return records;
}

/** Which of these transaction ids are claimed. */
async function claimedOf(db: Kysely<Schema>, shop: Scope, transactionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const claims = db.selectFrom('claim').select('transaction_id').where('shop', '=', shop);
  const rows = await claims.where('transaction_id', 'in', transactionIds).execute();
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}

/** Writes a tombstone. */
async function cancel({ db, clock, operations }: JournalDeps, shop: Scope, id: string): Promise<TenderCancelled> {
  const tombstone = { id, shop, kind: 'tender', deviceId: null, lockHash: null, at: clock.now() } as const;
  const written = await db.transaction().execute((tx) => operations.insert(tx, tombstone, { state: 'cancelled', open: false, version: 0 }));
  if (written) return { outcome: 'cancelled' };
  const { state, kind } = await db.selectFrom('operation').select(['state', 'kind']).where('id', '=', id).executeTakeFirstOrThrow();
  if (state === 'cancelled') return { outcome: 'cancelled' };
  return { outcome: 'started', state: kind === 'tender' ? tenderStateSchema.parse(state) : null };
}

/** Another operation has the transaction: rolls the database back. */
class Claimed extends Error {}

async function unlessClaimed<T>(beginning: Promise<T>): Promise<T | null> {
  try {
    return await beginning;
  } catch (error) {
    if (error instanceof Claimed) return null;
    throw error;
  }
}

function captureIds(tenders: readonly TenderRecord[]): ReadonlySet<string> {
  return new Set(tenders.flatMap(({ standing }) => standing.capture?.captureId ?? []));
}

async function wasGivenBack(db: Kysely<Schema>, shop: Scope, hash: string): Promise<boolean> {
  const tenders = db.selectFrom('tender').innerJoin('operation', 'operation.id', 'tender.id').select('tender.id').limit(1);
  const ofVoucher = tenders.where('tender.shop', '=', shop).where('tender.ref_hash', '=', hash);
  return (await ofVoucher.where('operation.state', '=', 'refunded').executeTakeFirst()) !== undefined;
}

/** Makes the row of a new tender, without its time and what its voucher held. */
function rowOf(keys: Keys, tender: Omit<NewTender, 'code'>, code: string) {
  const { id, shop, device, person, saleId, receiptNo, entry, ref, requested, returnVouchersInfo } = tender;
  const said = { sale_id: saleId, receipt_no: receiptNo, entry, return_info: returnVouchersInfo ? 1 : 0 };
  const sealed = { code_hash: code, ref_hash: refHash(keys, ref), ref_sealed: keys.seal(ref), last4: lastFour(ref) };
  return { id, shop, device_id: device.id, person_id: person.id, ...said, ...sealed, ...worthColumns(requested) };
}

function prepareInsert() {
  return prepared((db, row: Schema['tender']) =>
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
    }),
  );
}

/** The shop's mid; once known it stays, so it is read once. */
function midsOf(db: Kysely<Schema>): Pick<TenderJournal, 'mid' | 'learnMid'> {
  const mids = new Map<string, string>();
  async function mid(shop: Scope): Promise<string | null> {
    const known = mids.get(shop);
    if (known !== undefined) return known;
    const row = await db.selectFrom('shop').select('mid').where('id', '=', shop).executeTakeFirst();
    if (row?.mid != null) mids.set(shop, row.mid);
    return row?.mid ?? null;
  }
  return {
    mid,
    async learnMid(shop, learned) {
      if ((await mid(shop)) !== null) return;
      await db.updateTable('shop').set({ mid: learned }).where('id', '=', shop).where('mid', 'is', null).execute();
    },
  };
}

/** The keyed hash by which a voucher is locked and found, in whatever spelling. */
export function refHash(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`ref:${refIdentity(ref)}`);
}

function worthColumns(worth: Worth): { kind: 'money' | 'items'; requested: number; currency: string } {
  return { kind: isItems(worth) ? 'items' : 'money', requested: magnitude(worth), currency: isItems(worth) ? '' : worth.currency };
}

/**
 * Whether the code came in alike. A program that says nothing is `api`.
 *
 * What was begun before that was so says nothing.
 */
function isSameEntry(asked: TenderIdentity['entry'], kept: TenderIdentity['entry']): boolean {
  return asked === kept || (asked === 'api' && kept === null);
}
