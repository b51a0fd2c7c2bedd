import { LIMITS } from '../../../contract/access/limits.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import type { Sale } from '../../../contract/redemption/sale.ts';
import { isTenderOpen, type TenderRequest, type TenderView } from '../../../contract/redemption/tender.ts';
import type { SaleLimits } from '../../access/approval/sale-limits.ts';
import { createDeviceLimit } from '../../access/rate-limits/device-limit.ts';
import type { WrongCodes } from '../../access/rate-limits/wrong-codes.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { Sales } from '../journal/sales.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { Changes } from '../operation/changes.ts';
import { createIdempotent, type PutResult } from '../operation/idempotent-operations.ts';
import { createAttempts } from '../operation/run-attempts.ts';
import type { AttemptBaseline } from '../operation/snapshot.ts';
import type { VoucherGuard } from '../operation/voucher-guards.ts';
import type { Gate } from '../recovery/gate.ts';
import type { Tags } from '../recovery/tags.ts';
import type { Settler } from '../settle/settler.ts';
import type { TenderAttempt } from './attempt.ts';
import { alreadyStarted, cancelled, wrongCurrency } from './problems.ts';
import { createSaleReader } from './sale.ts';
import { createTenderStart, planOf, type Ready } from './tender-start.ts';
import { isOfLastSale, undoEndsAt } from './undo.ts';
import { tenderView } from './view.ts';

export interface TenderDeps extends Pick<Ports, 'clock' | 'log' | 'issuer'> {
  readonly journal: TenderJournal;
  readonly sales: Pick<Sales, 'mark' | 'assertOpen' | 'wasReported' | 'reportedDue'>;
  /** Refuses vouchers that a manager put on hold. */
  readonly guards: Pick<VoucherGuard, 'beforeRedeem'>;
  readonly saleLimits: SaleLimits;
  readonly changes: Changes;
  readonly attempt: TenderAttempt;
  readonly snapshots: Snapshots;
  readonly wrongCodes: WrongCodes;
  readonly settler: Settler;
  /** The shop's currency, the only one that its tills accept. */
  readonly currency: string;
  readonly days: () => Promise<DayTerms>;
  /**
   * `items` if a redemption may name a number of items, `none` if the issuer decides the number.
   */
  readonly productBasedValue: 'none' | 'items';
  readonly needsReceiptNo: (shop: Scope) => Promise<boolean>;
  /** No redemption begins while the journal may lack operations. */
  readonly gate: Pick<
    Gate,
    'assertOpen' | 'assertNew' | 'perhapsSentSince' | 'assertNeverArrived' | 'isSaleInDoubt' | 'mayHaveLost'
  >;
  readonly tags: Pick<Tags, 'of'>;
  /** True if a redemption is sent although a lost answer could not be resolved afterwards. */
  readonly redeemUnseen: boolean;
}

/**
 * Limits how many redemptions one device may cancel. Cancelled ids are stored for good, so an
 * unlimited client could fill the table.
 */
const CANCEL_LIMIT = { most: 60, withinMs: 10 * 60_000 };

export interface Tenders {
  /**
   * Redeems an amount from a voucher, once for each id. The same id and body again returns the
   * current state of the tender. It waits for an outcome up to 5 s; the attempt continues even if
   * no caller waits.
   * @throws Problem 409 `tender-mismatch`, `tender-cancelled`, `voucher-open`, `voucher-held`,
   * `sale-closed`; 403 `over-limit` and those of the shop's limits; 400 for impossible requests;
   * 503 if the journal cannot be written, or may lack what it had confirmed, or if the issuer
   * requested a long pause
   */
  put(caller: Caller, id: string, request: TenderRequest): Promise<PutResult<TenderView>>;
  /** @throws Problem 404 for an id that never arrived */
  get(caller: Caller, id: string): Promise<TenderView>;
  /**
   * Cancels an id whose request may still arrive.
   * @throws Problem 409 `tender-started` if it has arrived, 429 `slow-down`
   */
  cancel(caller: Caller, id: string): Promise<{ id: string; state: 'cancelled' }>;
  /** The caller's own latest tenders, newest first. */
  mine(caller: Caller): Promise<TenderView[]>;
  /**
   * Returns what was redeemed for a sale. Redemptions that the caller may not see are only counted.
   * @param due amount to pay, minor units
   * @throws Problem 404 for a sale without redemptions; 503 `journal-gap` while it is uncertain
   * what was redeemed
   */
  sale(caller: Caller, id: string, due: number | null): Promise<Sale>;
  /** Resolves once no attempt is running. */
  drain(): Promise<void>;
}

export function createTenders(deps: TenderDeps): Tenders {
  const { journal, clock } = deps;
  const used = { usedFor: 'another redemption', mismatch: 'tender-mismatch', cancelledProblem: cancelled } as const;
  const neverSent = async (tender: TenderRecord) =>
    tender.status.state === 'sent' && (await journal.isOwn(tender.id)) ? journal.append(tender, UNCONFIRMED) : tender;
  const kind = { ...deps, ...used, kind: 'tender', isOpen: isTenderOpen, neverSent } as const;
  const attempts = createAttempts<TenderRecord>(kind);
  const idempotent = createIdempotent(kind);
  const { prepare, begin } = createTenderStart(deps);
  const assertMayCancel = createDeviceLimit(clock, CANCEL_LIMIT);

  async function attempt({ tried, baseline, sentAtMs }: Ready, tender: TenderRecord): Promise<TenderRecord> {
    try {
      if (!deps.redeemUnseen && !hasBaseline(baseline)) return await journal.append(tender, UNREACHABLE);
      const record = await deps.attempt(tender, sentAtMs);
      if (record.status.refusal?.reason === 'not-found') await tried.markInvalid();
      return record;
    } finally {
      tried.end();
    }
  }

  /**
   * Builds the response, including until when the caller may undo the redemption.
   *
   * That applies to their own redemptions of the latest sale, within the undo window. There is no
   * such time while a refund or another redemption of the sale is unfinished, or once a register
   * was notified of the sale.
   */
  async function view(caller: Caller, tender: TenderRecord, lastSale?: readonly TenderRecord[]): Promise<TenderView> {
    const { shop, person } = caller;
    const ends = undoEndsAt(tender, person.id, clock.now());
    if (ends === null) return tagged(deps, caller, tenderView(tender, null));
    const latest = lastSale ?? (await journal.latestOf(shop, person.id, LIMITS.mineMax));
    const isMine = isOfLastSale(tender, latest) && (await journal.holder(shop, tender.ref)) === null;
    return tagged(
      deps,
      caller,
      tenderView(tender, isMine && !(await deps.sales.wasReported(tender.saleId)) ? ends : null),
    );
  }

  function run(tender: TenderRecord, ready: Ready): void {
    if (ready.lostSince === null) return attempts.start(tender.id, attempt(ready, tender));
    ready.tried.end();
    deps.settler.watch('tender', tender.id);
  }

  return {
    async put(caller, id, request) {
      if (!('items' in request) && request.currency !== deps.currency) throw wrongCurrency(deps.currency);
      const plan = planOf(caller, id, request);
      const { person } = caller;
      return idempotent.put({
        id,
        caller,
        request: plan.wish,
        deadline: idempotent.deadline(),
        prepare: () => prepare(plan),
        begin: (ready) => begin(plan, ready),
        release: ({ tried }) => tried.end(),
        run,
        /* The newest tender belongs to the latest sale, so no query is needed to decide if it may
           be undone. */
        view: (tender, isNew) =>
          isNew
            ? tagged(deps, caller, tenderView(tender, undoEndsAt(tender, person.id, clock.now())))
            : view(caller, tender),
      });
    },
    async get(caller, id) {
      const seen = await readByKey(journal, caller, id);
      return seen ?? view(caller, await idempotent.findVisibleTo(caller, id));
    },
    async cancel(caller, id) {
      await idempotent.assertNotLost(caller, id);
      assertMayCancel(caller);
      const cancellation = await idempotent.readJournal(id, journal.cancel(caller.shop, id));
      if (cancellation.outcome === 'cancelled') return { id, state: 'cancelled' };
      throw alreadyStarted();
    },
    async mine(caller) {
      const all = await journal.latestOf(caller.shop, caller.person.id, LIMITS.mineMax);
      const latest = all.filter((tender) => maySee(caller, tender));
      return Promise.all(latest.map((tender) => view(caller, tender, latest)));
    },
    sale: createSaleReader(deps, idempotent.readJournal),
    drain: () => attempts.drain(),
  };
}

/** Adds the tag that later proves that the till received the response; programs get none. */
async function tagged(
  { tags }: Pick<TenderDeps, 'tags'>,
  { device, key }: Caller,
  response: TenderView,
): Promise<TenderView> {
  return key ? response : { ...response, tag: await tags.of(response.id, device.id) };
}

/**
 * True if a lost answer could later be resolved, because the balance or the transactions were read
 * just before. Without that, a manager would have to guess, and the voucher would stay locked.
 */
function hasBaseline({ snapshot }: AttemptBaseline): boolean {
  return snapshot !== null && (snapshot.remaining !== null || snapshot.seen !== null);
}

const UNCONFIRMED = {
  kind: 'not_sent',
  reason: 'the connection to the database was lost while the redemption was being recorded, so nothing was sent',
} as const;

const UNREACHABLE = {
  kind: 'not_sent',
  reason: 'could not read the balance or transactions of the voucher before sending',
} as const;

/**
 * Returns the state of another caller's redemption, for a key that may read. The program got its id
 * from a webhook. The response contains neither the voucher nor the issuer's data about it.
 * @returns null for any other id or caller
 */
async function readByKey(journal: Pick<TenderJournal, 'read'>, caller: Caller, id: string): Promise<TenderView | null> {
  if (caller.key?.scopes.includes('read') !== true) return null;
  const tender = await journal.read(caller.shop, id);
  return tender === null || maySee(caller, tender) ? null : { ...tenderView(tender, null), vouchers: [] };
}
