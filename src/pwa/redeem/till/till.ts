import type { TillRule } from '../../../contract/access/till-rule.ts';
import type { Money, VoucherValue } from '../../../contract/money/money.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import type { ScanEvent, ScanSource } from '../../../reader/scan-event.ts';
import type { Failure } from '../../api/failure.ts';
import type { GateResult, GateState, VoucherCode } from '../../scan/gate.ts';
import { type AmountEntry, entryTotal, isUnclear, type Key, type KeyReading } from './entry.ts';
import { isOver, isUnsettled, type SaleRow, type TillSale } from './sale.ts';

/** A scanned voucher: the original text, its identity, and the time. */
export interface ScannedVoucher {
  readonly code: string;
  readonly parsed: VoucherCode;
  readonly source: ScanSource;
  readonly at: number;
}

/** A voucher on the check panel with the amount to redeem. */
export interface Panel {
  readonly at: 'panel';
  readonly scanned: ScannedVoucher;
  readonly check: CheckAnswer;
  readonly amount: VoucherValue;
  /** The amount typed over the suggestion, null while it is unchanged. */
  readonly typed: AmountEntry | null;
}

/** The subject of the screen. */
export type Stage =
  | { readonly at: 'ready' }
  | { readonly at: 'checking'; readonly scanned: ScannedVoucher }
  | { readonly at: 'not-checked'; readonly scanned: ScannedVoucher; readonly failure: Failure }
  | Panel
  /** `silent`: the server is unreachable, so the outcome is not known yet. */
  | { readonly at: 'flight'; readonly tenderId: string; readonly silent: boolean }
  | { readonly at: 'not-arrived'; readonly tenderId: string; readonly failure: Failure | null }
  | { readonly at: 'verdict'; readonly tenderId: string; readonly view: TenderView; readonly returnsAt: number | null }
  /** The server refused before anything was recorded, so nothing was redeemed. */
  | { readonly at: 'rejected'; readonly row: SaleRow; readonly failure: Failure | { readonly kind: 'not-saved' } };

export type CoverStage = Extract<Stage, { at: 'flight' | 'not-arrived' | 'verdict' | 'rejected' }>;

/** The reason why a scan was ignored. */
export type NoteReason = Extract<GateResult, { kind: 'ignored' }>['reason'] | 'busy' | 'no-storage';

/**
 * A note about a scan, or the question if digits typed as a code are the amount due. `id`
 * distinguishes two equal notes.
 */
export type Note =
  | { readonly id: number; readonly reason: NoteReason }
  | { readonly id: number; readonly reason: 'due?'; readonly due: Money };

/** The state before digits changed it. */
export interface StateBeforeDigits {
  readonly saleId: string;
  readonly due: AmountEntry;
  readonly doubted: boolean;
  readonly panel: Panel | null;
}

/**
 * The voucher of the latest redemption, in case it is released. `shutOut`: the server refused it
 * because no user was signed in.
 */
export interface LatestRedemption {
  readonly tenderId: string;
  readonly panel: Panel;
  readonly shutOut: boolean;
}

/** The person signed in at the till. */
export interface PersonAtTill {
  readonly id: string;
  readonly name: string;
}

export interface Till {
  /** The shop's settings, as last received. */
  readonly rule: TillRule;
  /** The time of the latest event, in milliseconds since the epoch. */
  readonly now: number;
  /** The shop's business days; null before the shop is known. */
  readonly days: DayTerms | null;
  /** Null while the till is locked. */
  readonly person: PersonAtTill | null;
  readonly sale: TillSale;
  /**
   * The sale that ended last, for a bill that turns out higher. Null after a lock, a reload or a
   * change of person.
   */
  readonly recent: { readonly sale: TillSale; readonly endedAt: number } | null;
  /** Sales that wait for the person who began them. */
  readonly left: readonly TillSale[];
  /** Redemptions of earlier sales that are unresolved, or resolved but not seen yet. */
  readonly earlier: readonly SaleRow[];
  readonly gate: GateState;
  readonly stage: Stage;
  /** The voucher to return to after the screen that covers it. */
  readonly under: Panel | null;
  readonly pressed: LatestRedemption | null;
  readonly note: Note | null;
  /**
   * Redemptions that were resolved behind another screen; shown one by one when the screen is free.
   */
  readonly toShow: readonly string[];
  /**
   * Set while the till is unattended since the last action. `scan`: read before the customer of the
   * sale was known. Null while it is attended.
   */
  readonly unattended: { readonly scan: ScanEvent | null } | null;
  /** True if another page of this device has the sale, so that this page must not change it. */
  readonly elsewhere: boolean;
}

export type TillEvent =
  | { readonly type: 'due-key'; readonly key: Key; readonly newSaleId: string }
  | { readonly type: 'scanned'; readonly scan: ScanEvent; readonly newSaleId: string }
  /** Null removes the number. */
  | { readonly type: 'receipt'; readonly receiptNo: string | null; readonly newSaleId: string }
  | { readonly type: 'checked'; readonly scanned: ScannedVoucher; readonly check: CheckAnswer }
  | { readonly type: 'not-checked'; readonly scanned: ScannedVoucher; readonly failure: Failure }
  | { readonly type: 'check-again' }
  | { readonly type: 'take-key'; readonly key: Key }
  | { readonly type: 'due-confirmed'; readonly newSaleId: string }
  /** Confirms an unusually large amount due. */
  | { readonly type: 'due-meant' }
  /** Enter, or another end of typing the amount due. */
  | { readonly type: 'due-complete' }
  /** The cashier wants to type an amount due while a result is displayed. */
  | { readonly type: 'due-wanted' }
  | { readonly type: 'digits-restored'; readonly before: StateBeforeDigits }
  | { readonly type: 'panel-closed' }
  /** `all`: the whole balance instead of the typed amount. */
  | { readonly type: 'redeem'; readonly tenderId: string; readonly now: number; readonly all?: boolean }
  | { readonly type: 'answered'; readonly view: TenderView; readonly now: number }
  | { readonly type: 'silent'; readonly tenderId: string }
  | { readonly type: 'missing'; readonly tenderId: string }
  | { readonly type: 'rejected'; readonly tenderId: string; readonly failure: Failure | { readonly kind: 'not-saved' } }
  /** A manager approved a redemption that was refused without approval; it is sent again. */
  | { readonly type: 'approved'; readonly tenderId: string; readonly now: number }
  /** The server refused a redemption because no user was signed in. */
  | { readonly type: 'refused-signed-out'; readonly tenderId: string }
  /** A refused redemption was cancelled for good, or turned out to have been recorded before. */
  | { readonly type: 'never-recorded' | 'already-recorded'; readonly tenderId: string }
  | { readonly type: 'cancelled'; readonly tenderId: string }
  | { readonly type: 'not-cancelled'; readonly tenderId: string; readonly failure: Failure }
  | { readonly type: 'show'; readonly tenderId: string; readonly now: number }
  | { readonly type: 'noted'; readonly reason: NoteReason }
  | { readonly type: 'note-over'; readonly id: number }
  | { readonly type: 'touched' }
  /** The price of a redemption's items, in minor units. */
  | { readonly type: 'priced'; readonly tenderId: string; readonly amount: number }
  /** The amount left to pay was collected. */
  | { readonly type: 'collected' }
  /** The sale that ended last continues, because its customer is still here. */
  | { readonly type: 'sale-continued' }
  /** The till was unattended for minutes. */
  | { readonly type: 'unattended' }
  | { readonly type: 'locked' }
  | { readonly type: 'signed-in' }
  /** The sale waits for the person who began it. */
  | { readonly type: 'parked-for-owner'; readonly newSaleId: string }
  | { readonly type: 'parked-sale-resumed'; readonly saleId: string }
  /** The current sale is for the customer who is present. */
  | { readonly type: 'same-customer'; readonly newSaleId: string }
  | { readonly type: 'continued'; readonly now: number }
  | { readonly type: 'new-sale'; readonly newSaleId: string }
  | { readonly type: 'opened-elsewhere'; readonly newSaleId: string }
  /** The next customer is served before the outcome of the current redemption is known. */
  | { readonly type: 'park'; readonly newSaleId: string; readonly now: number }
  /** `unattended`: another sale came in between. */
  | {
      readonly type: 'found';
      readonly sale: TillSale | null;
      readonly rows: readonly SaleRow[];
      readonly left?: readonly TillSale[];
      readonly unattended?: boolean;
    };

export const READY_STAGE: Stage = { at: 'ready' };

/** True if nothing is in progress or waiting for an answer, so a reload interrupts no one. */
export function isIdle({ sale, earlier, stage }: Till): boolean {
  const isUntouched = sale.rows.length === 0 && entryTotal(sale.due) === 0 && !isUnclear(sale.due);
  return stage.at === 'ready' && !earlier.some(isUnsettled) && (isUntouched || isOver(sale));
}

/** Saves the state that digits can change. */
export function typedOf({ sale, stage }: Till): StateBeforeDigits {
  return { saleId: sale.id, due: sale.due, doubted: sale.doubted, panel: stage.at === 'panel' ? stage : null };
}

export function keyReadingOf({ rule, sale }: Pick<Till, 'rule' | 'sale'>): KeyReading {
  return { currency: sale.currency, typed: rule.typedAmounts };
}

/** Stages that cover the screen: a redemption in progress, and its result. */
export function isCover(stage: Stage): stage is CoverStage {
  return stage.at === 'flight' || stage.at === 'not-arrived' || stage.at === 'verdict' || stage.at === 'rejected';
}

/**
 * True if this redemption was refused because no user was signed in, and its voucher is not
 * released yet.
 */
export function isShutOut({ pressed }: Till, tenderId: string): boolean {
  return pressed?.shutOut === true && pressed.tenderId === tenderId;
}

/** The redemption that covers the screen, or null. */
export function coveredBy({ stage }: Till): string | null {
  return isCover(stage) && 'tenderId' in stage ? stage.tenderId : null;
}

/** All redemptions of this till, of the current and of earlier sales. */
export function allRows({ sale, earlier }: Till): readonly SaleRow[] {
  return [...earlier, ...sale.rows];
}

/** Shows a note about a scan that was ignored. */
export function remark(till: Till, reason: NoteReason): Till {
  return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason } };
}
