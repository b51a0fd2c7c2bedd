import type { TillRule } from '../../../contract/access/till-rule.ts';
import type { Money, VoucherValue } from '../../../contract/money/money.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import type { Failure } from '../../api/failure.ts';
import type { GateResult, GateState, VoucherCode } from '../../scan/gate.ts';
import type { ScanEvent, ScanSource } from '../../scan/scan-event.ts';
import { type AmountEntry, isUnclear, type Key, type KeyReading, total } from './entry.ts';
import { isBegun, isOver, isUnsettled, type SaleRow, type TillSale } from './sale.ts';

/** A voucher that was scanned: the text as it was read, what it names, when. */
export interface Scanned {
  readonly code: string;
  readonly parsed: VoucherCode;
  readonly source: ScanSource;
  readonly at: number;
}

/** A voucher on the check panel with the amount to take from it. */
export interface Panel {
  readonly at: 'panel';
  readonly scanned: Scanned;
  readonly check: CheckAnswer;
  readonly take: VoucherValue;
  /** What was typed over the suggestion, null while it stands. */
  readonly typed: AmountEntry | null;
}

/** What the screen is about. */
export type Stage =
  | { readonly at: 'ready' }
  | { readonly at: 'checking'; readonly scanned: Scanned }
  | { readonly at: 'not-checked'; readonly scanned: Scanned; readonly failure: Failure }
  | Panel
  /** `silent`: the server can't be reached, so nothing new can be said. */
  | { readonly at: 'flight'; readonly tenderId: string; readonly silent: boolean }
  | { readonly at: 'not-arrived'; readonly tenderId: string; readonly failure: Failure | null }
  | { readonly at: 'verdict'; readonly tenderId: string; readonly view: TenderView; readonly returnsAt: number | null }
  /** Our own server refused before anything was recorded, so nothing was taken. */
  | { readonly at: 'rejected'; readonly row: SaleRow; readonly failure: Failure | { readonly kind: 'not-saved' } };

export type CoverStage = Extract<Stage, { at: 'flight' | 'not-arrived' | 'verdict' | 'rejected' }>;

/** A short remark about a scan that led nowhere. */
export type NoteReason = Extract<GateResult, { kind: 'ignored' }>['reason'] | 'busy' | 'no-storage';

/**
 * A remark, or the question whether what was typed for a code is the amount due; `id` tells two
 * equal ones apart.
 */
export type Note =
  | { readonly id: number; readonly reason: NoteReason }
  | { readonly id: number; readonly reason: 'due?'; readonly due: Money };

/** What digits can change, as it was before some of them. */
export interface Typed {
  readonly saleId: string;
  readonly due: AmountEntry;
  readonly doubted: boolean;
  readonly panel: Panel | null;
}

/**
 * The voucher of the redemption that was begun last, should it come back; `shutOut`: the server
 * refused it because nobody was signed in.
 */
export interface Pressed {
  readonly tenderId: string;
  readonly panel: Panel;
  readonly shutOut: boolean;
}

export interface Till {
  /** What the shop has set, as far as it is known here. */
  readonly rule: TillRule;
  readonly sale: TillSale;
  /**
   * Redemptions of earlier sales: what is not settled, and what is, until somebody has looked at
   * it.
   */
  readonly earlier: readonly SaleRow[];
  readonly gate: GateState;
  readonly stage: Stage;
  /** The voucher to go back to when what covers it was looked at. */
  readonly under: Panel | null;
  readonly pressed: Pressed | null;
  readonly note: Note | null;
  /** Settled while the screen was about something else; shown one by one when it is free. */
  readonly toShow: readonly string[];
  /**
   * Nobody has been at the till since the sale was last touched; `scan`: what was scanned before
   * anybody said whose sale it is. Null while somebody serves.
   */
  readonly away: { readonly scan: ScanEvent | null } | null;
  /** Another page of this device has the sale, so this one changes nothing. */
  readonly elsewhere: boolean;
}

export type TillEvent =
  | { readonly type: 'due-key'; readonly key: Key; readonly newSaleId: string }
  | { readonly type: 'scanned'; readonly scan: ScanEvent; readonly newSaleId: string }
  /** The register's number of the sale; null takes it away. */
  | { readonly type: 'receipt'; readonly receiptNo: string | null; readonly newSaleId: string }
  | { readonly type: 'checked'; readonly scanned: Scanned; readonly check: CheckAnswer }
  | { readonly type: 'not-checked'; readonly scanned: Scanned; readonly failure: Failure }
  | { readonly type: 'check-again' }
  | { readonly type: 'take-key'; readonly key: Key }
  | { readonly type: 'due-confirmed'; readonly newSaleId: string }
  /** An amount due that is above what is usual is meant as it stands. */
  | { readonly type: 'due-meant' }
  | { readonly type: 'keys-taken-back'; readonly before: Typed }
  | { readonly type: 'put-away' }
  /** `all`: all that is left, whatever was typed. */
  | { readonly type: 'redeem'; readonly tenderId: string; readonly now: number; readonly all?: boolean }
  | { readonly type: 'heard'; readonly view: TenderView; readonly now: number }
  | { readonly type: 'silent'; readonly tenderId: string }
  | { readonly type: 'missing'; readonly tenderId: string }
  | { readonly type: 'rejected'; readonly tenderId: string; readonly failure: Failure | { readonly kind: 'not-saved' } }
  /** A manager approved a redemption that was refused without; it is sent again. */
  | { readonly type: 'approved'; readonly tenderId: string; readonly now: number }
  /** The server refused a redemption because nobody was signed in. */
  | { readonly type: 'shut-out'; readonly tenderId: string }
  /** One that was shut out was given up for good, or turned out to have been recorded before. */
  | { readonly type: 'given-back' | 'not-given-back'; readonly tenderId: string }
  | { readonly type: 'cancelled'; readonly tenderId: string }
  | { readonly type: 'not-cancelled'; readonly tenderId: string; readonly failure: Failure }
  | { readonly type: 'show'; readonly tenderId: string; readonly now: number }
  | { readonly type: 'remark'; readonly reason: NoteReason }
  | { readonly type: 'note-over'; readonly id: number }
  | { readonly type: 'touched' }
  /** The items of a redemption cost so much, in minor units. */
  | { readonly type: 'priced'; readonly tenderId: string; readonly amount: number }
  /** The till was locked, or nobody has touched it for minutes. */
  | { readonly type: 'left-alone' }
  /** The sale on the screen is that of the customer who is here. */
  | { readonly type: 'same-customer'; readonly newSaleId: string }
  | { readonly type: 'go-on'; readonly now: number }
  | { readonly type: 'new-sale'; readonly newSaleId: string }
  /** Another page has the sale from now on. */
  | { readonly type: 'taken-over'; readonly newSaleId: string }
  /** The next customer comes before it is known how the redemption on the screen ended. */
  | { readonly type: 'park'; readonly newSaleId: string; readonly now: number }
  /** `away`: the sale is old, or another one came in between. */
  | {
      readonly type: 'found';
      readonly sale: TillSale | null;
      readonly rows: readonly SaleRow[];
      readonly away?: boolean;
    };

/**
 * Nothing is under way or asked for: the page may be loaded again without anybody being
 * interrupted.
 */
export function isIdle({ sale, earlier, stage }: Till): boolean {
  const isUntouched = sale.rows.length === 0 && total(sale.due) === 0 && !isUnclear(sale.due);
  return stage.at === 'ready' && !earlier.some(isUnsettled) && (isUntouched || isOver(sale));
}

/**
 * Whether somebody has to say first for which customer the sale on the screen is: it was begun, and
 * left alone. A register says that itself.
 */
export function asksWhose({ sale, stage, away }: Till): boolean {
  return away !== null && sale.register === null && isBegun(sale) && !isCover(stage);
}

/** What digits can change, to go back to. */
export function typedOf({ sale, stage }: Till): Typed {
  return { saleId: sale.id, due: sale.due, doubted: sale.doubted, panel: stage.at === 'panel' ? stage : null };
}

/** How keys are read that type money at this till. */
export function keyReadingOf({ rule, sale }: Pick<Till, 'rule' | 'sale'>): KeyReading {
  return { currency: sale.currency, typed: rule.typedAmounts };
}

/** What fills the screen: a redemption on its way, and what it came to. */
export function isCover(stage: Stage): stage is CoverStage {
  return stage.at === 'flight' || stage.at === 'not-arrived' || stage.at === 'verdict' || stage.at === 'rejected';
}

/**
 * Whether the server refused this redemption because nobody was signed in, and its voucher has
 * still to come back.
 */
export function isShutOut({ pressed }: Till, tenderId: string): boolean {
  return pressed?.shutOut === true && pressed.tenderId === tenderId;
}

/** The redemption that fills the screen; null where none does. */
export function coveredBy({ stage }: Till): string | null {
  return isCover(stage) && 'tenderId' in stage ? stage.tenderId : null;
}

/** Every redemption this till still holds, of this sale and of earlier ones. */
export function allRows({ sale, earlier }: Till): readonly SaleRow[] {
  return [...earlier, ...sale.rows];
}
