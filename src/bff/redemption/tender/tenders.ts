import { LIMITS } from '../../../contract/access/limits.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import type { Sale } from '../../../contract/redemption/sale.ts';
import { isTenderOpen, type TenderRequest, type TenderView } from '../../../contract/redemption/tender.ts';
import type { SaleLimits } from '../../access/approval/sale-limits.ts';
import { createPace } from '../../access/rate-limits/pace.ts';
import type { WrongCodes } from '../../access/rate-limits/wrong-codes.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { Sales } from '../journal/sales.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { createAttempts } from '../operation/attempts.ts';
import type { Changes } from '../operation/changes.ts';
import { type Answered, createOnce } from '../operation/once.ts';
import type { AttemptBaseline } from '../operation/snapshot.ts';
import type { VoucherGuard } from '../operation/voucher-guards.ts';
import type { Gate } from '../recovery/gate.ts';
import type { Tags } from '../recovery/tags.ts';
import type { Settler } from '../settle/settler.ts';
import type { TenderAttempt } from './attempt.ts';
import { alreadyStarted, cancelled, wrongCurrency } from './problems.ts';
import { createReadying, planOf, type Ready } from './readying.ts';
import { createSaleReader } from './sale.ts';
import { isOfLastSale, undoEnds } from './undo.ts';
import { tenderView } from './view.ts';

export interface TenderDeps extends Pick<Ports, 'clock' | 'log' | 'issuer'> {
  readonly journal: TenderJournal;
  readonly sales: Pick<Sales, 'mark' | 'assertOpen' | 'wasTold'>;
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
  /** `items` if a redemption may name a number of items, `none` if only "the next one". */
  readonly productBasedValue: 'none' | 'items';
  readonly needsReceiptNo: (shop: Scope) => Promise<boolean>;
  /** Nothing begins while the journal may lack operations. */
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
   * 503 if the journal cannot be written, or may lack what it had confirmed
   */
  put(caller: Caller, id: string, request: TenderRequest): Promise<Answered<TenderView>>;
  /** @throws Problem 404 for an id that never arrived */
  get(caller: Caller, id: string): Promise<TenderView>;
  /**
   * Cancels an id that may still be on its way.
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
  const used = { usedFor: 'another redemption', mismatch: 'tender-mismatch', givenUp: cancelled } as const;
  const neverSent = async (tender: TenderRecord) =>
    tender.standing.state === 'sent' && (await journal.isOwn(tender.id)) ? journal.append(tender, UNCONFIRMED) : tender;
  const kind = { ...deps, ...used, kind: 'tender', isOpen: isTenderOpen, neverSent } as const;
  const attempts = createAttempts<TenderRecord>(kind);
  const once = createOnce(kind);
  const { prepare, begin } = createReadying(deps);
  const assertMayCancel = createPace(clock, CANCEL_LIMIT);

  async function attempt({ tried, ground, sentAtMs }: Ready, tender: TenderRecord): Promise<TenderRecord> {
    try {
      if (!deps.redeemUnseen && !isGrounded(ground)) return await journal.append(tender, UNREACHABLE);
      const record = await deps.attempt(tender, sentAtMs);
      if (record.standing.refusal?.reason === 'not-found') await tried.wasWrong();
      return record;
    } finally {
      tried.end();
    }
  }

  /**
   * Builds the response, including until when the caller may undo the redemption.
   *
   * That applies to their own redemptions of the latest sale, within the undo window. It does not
   * apply while a refund of it or another redemption is unfinished, or once a register was notified
   * of it.
   */
  async function view(caller: Caller, tender: TenderRecord, lastSale?: readonly TenderRecord[]): Promise<TenderView> {
    const { shop, person } = caller;
    const ends = undoEnds(tender, person.id, clock.now());
    if (ends === null) return tagged(deps, caller, tenderView(tender, null));
    const latest = lastSale ?? (await journal.latestOf(shop, person.id, LIMITS.mineMax));
    const isMine = isOfLastSale(tender, latest) && (await journal.holder(shop, tender.ref)) === null;
    return tagged(deps, caller, tenderView(tender, isMine && !(await deps.sales.wasTold(tender.saleId)) ? ends : null));
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
      return once.put({
        id,
        caller,
        asked: plan.wish,
        deadline: once.deadline(),
        prepare: () => prepare(plan),
        begin: (ready) => begin(plan, ready),
        release: ({ tried }) => tried.end(),
        run,
        /* The newest tender belongs to the latest sale, so its right to be undone needs no
           query. */
        view: (tender, isNew) =>
          isNew
            ? tagged(deps, caller, tenderView(tender, undoEnds(tender, person.id, clock.now())))
            : view(caller, tender),
      });
    },
    async get(caller, id) {
      const seen = await readByKey(journal, caller, id);
      return seen ?? view(caller, await once.seenBy(caller, id));
    },
    async cancel(caller, id) {
      await once.assertNotLost(caller, id);
      assertMayCancel(caller);
      const cancellation = await once.orClosed(id, journal.cancel(caller.shop, id));
      if (cancellation.outcome === 'cancelled') return { id, state: 'cancelled' };
      throw alreadyStarted();
    },
    async mine(caller) {
      const all = await journal.latestOf(caller.shop, caller.person.id, LIMITS.mineMax);
      const latest = all.filter((tender) => maySee(caller, tender));
      return Promise.all(latest.map((tender) => view(caller, tender, latest)));
    },
    sale: createSaleReader(deps, once.orClosed),
    drain: () => attempts.drain(),
  };
}

/** A till stores the proof that it received the response. */
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
function isGrounded({ snapshot }: AttemptBaseline): boolean {
  return snapshot !== null && (snapshot.remaining !== null || snapshot.seen !== null);
}

const UNCONFIRMED = {
  kind: 'not_sent',
  reason: 'the database broke off while the beginning was written, so nothing was sent',
} as const;

const UNREACHABLE = {
  kind: 'not_sent',
  reason: 'neither the balance nor the transactions of the voucher could be had just before',
} as const;

/**
 * Returns the state of another caller's redemption, for a key that may read. Its program learned of
 * it from a webhook. The response contains neither the voucher nor what the issuer sent about it.
 * @returns null for any other id or caller
 */
async function readByKey(journal: Pick<TenderJournal, 'read'>, caller: Caller, id: string): Promise<TenderView | null> {
  if (caller.key?.scopes.includes('read') !== true) return null;
  const tender = await journal.read(caller.shop, id);
  return tender === null || maySee(caller, tender) ? null : { ...tenderView(tender, null), vouchers: [] };
}
