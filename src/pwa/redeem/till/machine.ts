import { USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { ITEMS_MAX, isItems, withMagnitude } from '../../../contract/money/money.ts';
import { type CheckAnswer, lastFour } from '../../../contract/voucher/voucher.ts';
import type { Failure } from '../../api/failure.ts';
import { codeIdentity, openGate, passGate } from '../../scan/gate.ts';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { dueInsteadOfCode, dueStep, withoutDueQuestion } from './due.ts';
import { applyKey, emptyEntry, entryTotal, type Key } from './entry.ts';
import {
  applyReport,
  closeCover,
  isInFlight,
  markApproved,
  markCompleted,
  markMissing,
  markRejected,
  newSale,
  READY_STAGE,
  refKey,
  releaseRefused,
  removeSeen,
  restoreSale,
  showNotCancelled,
  showRedemption,
  startNextSale,
  withoutTender,
} from './outcomes.ts';
import {
  amountObstacle,
  balanceOf,
  emptySale,
  holdsVoucher,
  isFinished,
  isOver,
  type SaleRow,
  suggestedAmount,
  wholeBalance,
} from './sale.ts';
import {
  isCustomerUnclear,
  type NoteReason,
  type Panel,
  type ScannedVoucher,
  type Stage,
  type Till,
  type TillEvent,
} from './till.ts';

export function freshTill(saleId: string, currency: string): Till {
  return {
    rule: USUAL_RULE,
    sale: emptySale(saleId, currency),
    earlier: [],
    gate: openGate,
    stage: READY_STAGE,
    under: null,
    pressed: null,
    note: null,
    toShow: [],
    unattended: null,
    elsewhere: false,
  };
}

/**
 * Returns the next state of the till.
 *
 * Pure: ids and times come with the events. An event that does not fit the stage changes nothing.
 */
export function reduce(till: Till, event: TillEvent): Till {
  if (till.elsewhere && event.type !== 'found') return till;
  return markCompleted(removeSeen(till, next(till, event)));
}

function next(till: Till, event: TillEvent): Till {
  switch (event.type) {
    case 'scanned':
      return scanned(till, event.scan, event.newSaleId);
    case 'receipt':
      return setReceiptNo(till, event.receiptNo, event.newSaleId);
    case 'checked':
      return mayShowCheck(till.stage, event.scanned) ? showPanel(till, event.scanned, event.check) : till;
    case 'not-checked':
      return notChecked(till, event.scanned, event.failure);
    case 'check-again':
      return recheck(till);
    case 'take-key':
      return till.stage.at === 'panel' ? { ...till, stage: typeAmount(till, till.stage, event.key) } : till;
    case 'put-away':
      return closePanel(till);
    case 'redeem':
      return till.stage.at === 'panel' ? redeem(till, till.stage, event) : till;
    case 'heard':
      return applyReport(till, event.view, event.now);
    case 'silent':
      return isInFlight(till.stage, event.tenderId) ? { ...till, stage: { ...till.stage, silent: true } } : till;
    case 'missing':
      return markMissing(till, event.tenderId);
    case 'rejected':
      return markRejected(till, event.tenderId, event.failure);
    case 'approved':
      return markApproved(till, event.tenderId, event.now);
    case 'shut-out':
    case 'given-back':
    case 'not-given-back':
      return releaseRefused(till, event);
    case 'cancelled':
      return { ...withoutTender(till, event.tenderId), gate: openGate, stage: READY_STAGE };
    case 'not-cancelled':
      return showNotCancelled(till, event.tenderId, event.failure);
    case 'show':
      return showRedemption(till, event.tenderId, event.now);
    case 'remark':
      return remark(till, event.reason);
    case 'note-over':
      return till.note?.id === event.id ? { ...till, note: null } : till;
    case 'touched':
      return till.stage.at === 'verdict' ? { ...till, stage: { ...till.stage, returnsAt: null } } : till;
    case 'go-on':
      return closeCover(till, event.now);
    case 'left-alone':
    case 'same-customer':
      return unattendedStep(till, event);
    case 'new-sale':
      return nextCustomer(till, event.newSaleId);
    case 'park':
      return till.sale.register === null ? startNextSale(till, event.newSaleId, event.now) : till;
    case 'found':
    case 'taken-over':
      return lockStep(till, event);
    default:
      return dueStep(till, event);
  }
}

function notChecked(till: Till, about: ScannedVoucher, failure: Failure): Till {
  return isAbout(till.stage, about) ? { ...till, stage: { at: 'not-checked', scanned: about, failure } } : till;
}

function recheck(till: Till): Till {
  const { stage } = till;
  return stage.at === 'not-checked' ? { ...till, stage: { at: 'checking', scanned: stage.scanned } } : till;
}

/** Handles the change of the page that has the sale of the device. */
function lockStep(till: Till, event: Extract<TillEvent, { type: 'found' | 'taken-over' }>): Till {
  if (event.type === 'taken-over')
    return { ...freshTill(event.newSaleId, till.sale.currency), rule: till.rule, elsewhere: true };
  const unattended = event.unattended === true ? { scan: null } : till.unattended;
  return { ...restoreSale(till, event.sale, event.rows), unattended, elsewhere: false };
}

/** No key leaves a redemption in progress or the sale of a register. */
function nextCustomer(till: Till, newSaleId: string): Till {
  if (till.stage.at === 'flight' || till.sale.register !== null) return till;
  return scanStep({ ...newSale(till, newSaleId), gate: openGate, unattended: null }, till.unattended, newSaleId);
}

/**
 * Handles the till being left unattended, or the user's confirmation that the customer is the same.
 */
function unattendedStep(till: Till, event: Extract<TillEvent, { type: 'left-alone' | 'same-customer' }>): Till {
  if (event.type === 'left-alone') return till.unattended === null ? { ...till, unattended: { scan: null } } : till;
  return scanStep({ ...till, unattended: null }, till.unattended, event.newSaleId);
}

/** Handles the scan that waited until the customer of the sale was known. */
function scanStep(till: Till, before: Till['unattended'], newSaleId: string): Till {
  return before?.scan == null ? till : scanned(till, before.scan, newSaleId);
}

/** True while a redemption of this sale is in progress. One of an earlier sale does not block. */
function isBusy({ stage, earlier }: Till): boolean {
  if (stage.at !== 'flight' && stage.at !== 'not-arrived') return false;
  return !earlier.some(({ tenderId }) => tenderId === stage.tenderId);
}

function isAbout(stage: Stage, { at, code }: ScannedVoucher): boolean {
  return stage.at === 'checking' && stage.scanned.at === at && stage.scanned.code === code;
}

/**
 * True if the result of this check may still be shown: no result is displayed, or the user has
 * typed no amount for it.
 */
export function mayShowCheck(stage: Stage, scan: ScannedVoucher): boolean {
  if (stage.at !== 'panel') return isAbout(stage, scan);
  return stage.typed === null && stage.scanned === scan;
}

function remark(till: Till, reason: NoteReason): Till {
  return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason } };
}

/**
 * A sale of a register already has its number. Since a register may print the number after the last
 * voucher has paid, a finished sale without one still accepts it.
 */
function setReceiptNo(till: Till, receiptNo: string | null, newSaleId: string): Till {
  if (till.sale.register !== null) return till;
  if (isBusy(till)) return remark(till, 'busy');
  const { sale, ...rest } = isOver(till.sale) && till.sale.receiptNo !== null ? newSale(till, newSaleId) : till;
  return { ...rest, sale: { ...sale, receiptNo } };
}

function scanned(till: Till, scan: ScanEvent, newSaleId: string): Till {
  if (isBusy(till)) return remark(till, 'busy');
  if (till.sale.register !== null && isFinished(till.sale)) return till;
  if (isCustomerUnclear(till)) return { ...till, unattended: { scan } };
  const base = isOver(till.sale) ? newSale(till, newSaleId) : till;
  const due = dueInsteadOfCode(till, base.sale, scan);
  if (due !== null) return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason: 'due?', due } };
  const { state, result } = passGate(till.gate, scan, (code) => holdsVoucher(base.sale, codeIdentity(code)));
  if (result.kind === 'ignored') return { ...remark(till, result.reason), gate: state };
  const stage: Stage = {
    at: 'checking',
    scanned: { code: scan.text, parsed: result.parsed, source: scan.source, at: scan.at },
  };
  return { ...base, gate: state, note: null, under: null, stage };
}

function showPanel(till: Till, about: ScannedVoucher, check: CheckAnswer): Till {
  const identity = refKey(check.ref);
  if (holdsVoucher(till.sale, identity)) return remark({ ...till, stage: READY_STAGE }, 'already-in-sale');
  return {
    ...till,
    stage: { at: 'panel', scanned: about, check, amount: suggestedAmount(till.sale, check), typed: null },
  };
}

/**
 * Closes the voucher. It may be scanned again, but the camera waits until the code has left its
 * view.
 */
function closePanel(till: Till): Till {
  if (till.stage.at === 'ready') return withoutDueQuestion(till);
  return 'scanned' in till.stage ? { ...till, gate: openGate, stage: READY_STAGE } : till;
}

function typeAmount({ rule }: Till, panel: Panel, key: Key): Panel {
  const currency = isItems(panel.amount) ? null : panel.amount.currency;
  const typed = applyKey(panel.typed ?? emptyEntry, key, { currency, typed: rule.typedAmounts });
  if (isItems(panel.amount) && entryTotal(typed) > ITEMS_MAX) return panel;
  return { ...panel, typed, amount: withMagnitude(panel.amount, entryTotal(typed)) };
}

function redeem(
  till: Till,
  panel: Panel,
  { tenderId, now, all = false }: Extract<TillEvent, { type: 'redeem' }>,
): Till {
  const { scanned: about, check } = panel;
  const amount = all ? wholeBalance(till.sale, check) : panel.amount;
  if (amount === null || amountObstacle({ check, amount: amount }) !== null) return till;
  const { due, inDoubt } = balanceOf(till.sale);
  const row: SaleRow = {
    tenderId,
    last4: lastFour(check.ref),
    requested: amount,
    code: about.code,
    identities: [codeIdentity(about.parsed), refKey(check.ref)],
    requestFacts: {
      receiptNo: till.sale.receiptNo,
      entry: about.source,
      ...(inDoubt > 0 && due !== null && { due }),
    },
    savedAt: now,
    view: null,
  };
  return {
    ...till,
    sale: { ...till.sale, rows: [...till.sale.rows, row] },
    note: null,
    pressed: { tenderId, panel: { ...panel, amount }, shutOut: false },
    stage: { at: 'flight', tenderId, silent: false },
  };
}
