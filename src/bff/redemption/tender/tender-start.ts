import type { SetSaleLimits } from '../../../contract/access/sale-limit.ts';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import { isScanned } from '../../../contract/redemption/sale-facts.ts';
import { requestedValue, type TenderRequest } from '../../../contract/redemption/tender.ts';
import { assertWithinOnce, countForDay } from '../../access/approval/key-limits.ts';
import type { SaleLimits } from '../../access/approval/sale-limits.ts';
import type { CodeTry, WrongCodes } from '../../access/rate-limits/wrong-codes.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type AcceptedCode, codeValue, followLink, readCode } from '../check/resolve.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { Sales } from '../journal/sales.ts';
import type { NewTender, TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { StartResult } from '../operation/journal-port.ts';
import type { Tx } from '../operation/operations.ts';
import { assertNoPause } from '../operation/pause.ts';
import type { AttemptBaseline, Snapshot } from '../operation/snapshot.ts';
import type { VoucherGuard } from '../operation/voucher-guards.ts';
import type { Gate } from '../recovery/gate.ts';
import { LINK_WAIT_MS } from './limits.ts';
import { issuerUnreachable, itemsNotSupported, noVoucherBehindLink, receiptNoMissing } from './problems.ts';
import { redeemedToday } from './redeemed-today.ts';

interface TenderStartDeps extends Pick<Ports, 'clock' | 'issuer'> {
  readonly journal: TenderJournal;
  readonly sales: Pick<Sales, 'assertOpen'>;
  readonly guards: Pick<VoucherGuard, 'beforeRedeem'>;
  readonly saleLimits: SaleLimits;
  readonly wrongCodes: WrongCodes;
  readonly snapshots: Snapshots;
  /** No redemption begins while the journal may lack operations. */
  readonly gate: Pick<Gate, 'assertOpen' | 'assertNew' | 'perhapsSentSince' | 'mayHaveLost'>;
  /**
   * `items` if a redemption may name a number of items, `none` if the issuer decides the number.
   */
  readonly productBasedValue: 'none' | 'items';
  readonly needsReceiptNo: (shop: Scope) => Promise<boolean>;
  readonly days: () => Promise<DayTerms>;
}

export interface TenderPlan {
  readonly id: string;
  readonly caller: Caller;
  readonly code: AcceptedCode;
  readonly request: TenderRequest;
  /** How long ago the till first sent the request, milliseconds. */
  readonly sentAgoMs: number | undefined;
  readonly shopper: string | undefined;
  readonly wish: Omit<NewTender, 'ref'>;
}

/**
 * Parses a request.
 * @throws Problem 400 `bad-code` for what cannot be a voucher's code
 */
export function planOf(caller: Caller, id: string, request: TenderRequest): TenderPlan {
  const code = readCode(request.code);
  const { shop, device, person, key } = caller;
  const {
    saleId = null,
    receiptNo = null,
    entry = key ? 'api' : null,
    returnVouchersInfo = true,
    sentAgoMs,
    shopper,
  } = request;
  const requested = requestedValue(request);
  const operation = {
    id,
    shop,
    code: codeValue(code),
    requested,
    saleId,
    receiptNo,
    entry,
    device,
    person,
    returnVouchersInfo,
  };
  return { id, caller, code, request, sentAgoMs, shopper, wish: operation };
}

export interface Ready {
  /** The check of the code, which counts it if it does not exist. */
  readonly tried: CodeTry;
  readonly ref: string;
  readonly baseline: AttemptBaseline;
  /** Monotonic time. */
  readonly sentAtMs: number;
  /**
   * For a redemption that the journal lost, when it was sent, our clock; it is never sent again.
   * Null for a new redemption.
   */
  readonly lostSince: number | null;
  /** True if only a person can decide if the redemption was sent before. */
  readonly isContested: boolean;
}

export function createTenderStart(deps: TenderStartDeps) {
  const { journal, clock, snapshots, gate, productBasedValue } = deps;

  async function prepare(plan: TenderPlan): Promise<Ready> {
    const { caller, wish } = plan;
    if (caller.key) assertWithinOnce(caller.key, wish.requested);
    if (wish.receiptNo === null && (await deps.needsReceiptNo(wish.shop))) throw receiptNoMissing();
    const tried = await deps.wrongCodes.admitCode(caller, wish.code, plan.shopper);
    try {
      return await resolveVoucher(plan, tried);
    } catch (error) {
      tried.end();
      throw error;
    }
  }

  async function resolveVoucher(
    { id, caller: { device }, code, sentAgoMs, wish: { shop, requested } }: TenderPlan,
    tried: CodeTry,
  ): Promise<Ready> {
    const isLost = sentAgoMs !== undefined && gate.mayHaveLost(sentAgoMs);
    if (!isLost) await gate.assertNew(id, device.id);
    const ref = await refOf(deps, code);
    if (ref === null) {
      await tried.markInvalid();
      throw noVoucherBehindLink();
    }
    const sentAtMs = clock.monotonic();
    const lost = { tried, ref, baseline: NO_BASELINE, sentAtMs };
    if (isLost) return { ...lost, lostSince: clock.now() - sentAgoMs, isContested: false };
    const perhapsSince = await gate.perhapsSentSince({ ref, requested, deviceId: device.id });
    if (perhapsSince !== null) return { ...lost, lostSince: perhapsSince, isContested: true };
    await assertNoPause(deps);
    const changedAt = await journal.changedAt(shop, ref);
    const baseline = await snapshots.takeSnapshot(ref, changedAt === null ? undefined : clock.now() - changedAt);
    assertItemsAllowed(productBasedValue, requested, baseline.snapshot);
    gate.assertOpen();
    return {
      tried,
      ref: baseline.ref,
      baseline: baseline,
      sentAtMs: clock.monotonic(),
      lostSince: null,
      isContested: false,
    };
  }

  async function begin(
    plan: TenderPlan,
    { ref, baseline, lostSince, isContested }: Ready,
  ): Promise<StartResult<TenderRecord>> {
    const {
      caller: { key },
      wish,
    } = plan;
    const tender = { ...wish, ref };
    const limits = await deps.saleLimits.set(wish.shop);
    const days = await deps.days();
    if (lostSince === null)
      return journal.begin(tender, baseline, async (tx, at) => {
        if (key) await countForDay(tx, key, { tenderId: wish.id, worth: wish.requested, days, at });
        await deps.sales.assertOpen(tx, wish.saleId);
        await deps.guards.beforeRedeem(tx, wish.shop, ref);
        await assertWithinLimits(deps, tx, plan, { limits, at, days });
        await recordCollectedAgain(tx, plan, at);
      });
    const started = await journal.recover(tender, lostSince, baseline.offset, isContested ? 'contested' : null);
    if (started === null) throw new Error('A tender without a capture was refused because of a claim');
    return started;
  }

  return { prepare, begin };
}

/** Records that an amount is collected again while another redemption of the sale is in doubt. */
async function recordCollectedAgain(
  tx: Tx,
  { request: { saleDue }, wish: { shop, saleId, requested } }: TenderPlan,
  at: number,
): Promise<void> {
  if (saleDue === undefined || saleId === null || isItems(requested)) return;
  const again = { due: saleDue, currency: requested.currency, at, closed_at: null };
  await tx
    .insertInto('collected_again')
    .values({ sale_id: saleId, shop, ...again })
    .onConflict((conflict) => conflict.column('sale_id').doUpdateSet(again).where('collected_again.shop', '=', shop))
    .execute();
}

/**
 * Checks that a redemption exceeds no limit of the shop, or is approved. Items have no known price,
 * so no limit applies to them.
 */
async function assertWithinLimits(
  { saleLimits }: Pick<TenderStartDeps, 'saleLimits'>,
  tx: Tx,
  { id, caller, request, wish: { shop, requested, entry } }: TenderPlan,
  { limits, at, days }: { readonly limits: SetSaleLimits; readonly at: number; readonly days: DayTerms },
): Promise<void> {
  if (isItems(requested)) return;
  const { 'voucher-day': aDay } = limits;
  const amounts = {
    ...(!caller.key && !isScanned(entry) && { typed: requested.amount }),
    ...(aDay !== undefined && { 'voucher-day': await redeemedToday(tx, { shop, tenderId: id, at, days }) }),
  };
  await saleLimits.assertWithin(tx, caller, { id, wish: { kind: 'tender', tender: request } }, { limits, amounts });
}

/**
 * The evidence for a redemption that was sent before the journal lost it. Neither the voucher's
 * balance nor the clocks were recorded before it was sent.
 */
const NO_BASELINE: AttemptBaseline = { snapshot: null, offset: null };

/**
 * Finds the ref of a code; returns null if a link leads to no voucher.
 * @throws Problem as {@link followLink}; 503 `issuer-unreachable` if it takes too long
 */
async function refOf(
  { issuer, clock }: Pick<TenderStartDeps, 'issuer' | 'clock'>,
  code: AcceptedCode,
): Promise<string | null> {
  if (code.kind === 'ref') return code.ref;
  const followed = followLink(issuer, code.voucherId).then((state) => ({ ref: state?.ref ?? null }));
  const voucher = await waitAtMost(clock, LINK_WAIT_MS, followed);
  if (voucher === null) throw issuerUnreachable();
  return voucher.ref;
}

/**
 * Checks that this number of items can be requested. If the shop sends no number of items, only one
 * can be.
 */
function assertItemsAllowed(
  productBasedValue: TenderStartDeps['productBasedValue'],
  requested: VoucherValue,
  snapshot: Snapshot | null,
): void {
  if (isItems(requested) && requested.items > 1 && productBasedValue === 'none' && snapshot?.singleUse !== true)
    throw itemsNotSupported();
}
