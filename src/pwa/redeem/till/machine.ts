import { USUAL_RULE } from '../../../contract/access/till-rule.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { codeIdentity, openGate, passGate, type VoucherCode } from '../../scan/gate.ts';
import { completeDue, dueInsteadOfCode, dueStep, withSuggestion } from './due.ts';
import { countDueChange } from './due-report.ts';
import {
  applyReport,
  closeCover,
  isInFlight,
  markApproved,
  markMissing,
  markRejected,
  refKey,
  releaseRefused,
  removeSeen,
  restoreSale,
  showNotCancelled,
  showRedemption,
  startNextSale,
  withoutTender,
} from './outcomes.ts';
import { emptySale, holdsVoucher, isFinished, isOver } from './sale.ts';
import { READY_STAGE, remark, type Stage, type Till, type TillEvent } from './till.ts';
import {
  closePanel,
  mayShowCheck,
  notChecked,
  recheck,
  showPanel,
  startRedemption,
  typeAmount,
} from './voucher-step.ts';
import {
  awaitsAnswer,
  collect,
  continueSale,
  isUnattended,
  leaveForOwner,
  newSale,
  noticeAbsence,
  resumeForPerson,
  resumeLeft,
  saleForInput,
  served,
} from './whose-sale.ts';

export function freshTill(saleId: string, currency: string): Till {
  return {
    rule: USUAL_RULE,
    now: 0,
    days: null,
    person: null,
    sale: emptySale(saleId, currency),
    recent: null,
    left: [],
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
  const before = NEEDS_CUSTOMER.has(event.type) ? noticeAbsence(till) : till;
  return countDueChange(served(before, event, removeSeen(before, step(before, event))));
}

/** Inputs that are for a customer, so that it must be known for which. */
const NEEDS_CUSTOMER: ReadonlySet<TillEvent['type']> = new Set([
  'scanned',
  'receipt',
  'due-key',
  'due-confirmed',
  'redeem',
]);

function step(till: Till, event: TillEvent): Till {
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
    case 'panel-closed':
      return closePanel(till);
    case 'redeem':
      return till.stage.at === 'panel' && !isUnattended(till) ? startRedemption(till, till.stage, event) : till;
    case 'answered':
      return applyReport(till, event.view, event.now);
    case 'silent':
      return isInFlight(till.stage, event.tenderId) ? { ...till, stage: { ...till.stage, silent: true } } : till;
    case 'missing':
      return markMissing(till, event.tenderId);
    case 'rejected':
      return markRejected(till, event.tenderId, event.failure);
    case 'approved':
      return markApproved(till, event.tenderId, event.now);
    case 'refused-signed-out':
    case 'never-recorded':
    case 'already-recorded':
      return releaseRefused(till, event);
    case 'cancelled':
      return { ...withoutTender(till, event.tenderId), gate: openGate, stage: READY_STAGE };
    case 'not-cancelled':
      return showNotCancelled(till, event.tenderId, event.failure);
    case 'show':
      return showRedemption(till, event.tenderId, event.now);
    case 'noted':
      return remark(till, event.reason);
    case 'note-over':
      return till.note?.id === event.id ? { ...till, note: null } : till;
    case 'touched':
      return till.stage.at === 'verdict' ? { ...till, stage: { ...till.stage, returnsAt: null } } : till;
    case 'continued':
      return closeCover(till, event.now);
    case 'new-sale':
      return nextCustomer(till, event.newSaleId);
    case 'park':
      return till.sale.register === null ? startNextSale(till, event.newSaleId, event.now) : till;
    case 'found':
    case 'opened-elsewhere':
      return lockStep(till, event);
    default:
      return isOwnershipEvent(event) ? ownershipStep(till, event) : dueStep(till, event);
  }
}

/** Handles the change of the page that has the sale of the device. */
function lockStep(till: Till, event: Extract<TillEvent, { type: 'found' | 'opened-elsewhere' }>): Till {
  if (event.type === 'opened-elsewhere')
    return { ...freshTill(event.newSaleId, till.sale.currency), rule: till.rule, elsewhere: true };
  const { sale, rows, left = [] } = event;
  const unattended = event.unattended === true ? { scan: null } : till.unattended;
  // A register's sale has a page of its own.
  const others = sale?.register == null ? left.filter(({ id }) => id !== sale?.id) : [];
  const restored = { ...restoreSale({ ...till, left: others }, sale, rows), unattended, elsewhere: false };
  return noticeAbsence(resumeForPerson(restored));
}

type OwnershipEvent = Extract<TillEvent, { type: (typeof OWNERSHIP_EVENTS)[number] }>;
const OWNERSHIP_EVENTS = [
  'collected',
  'sale-continued',
  'unattended',
  'same-customer',
  'locked',
  'signed-in',
  'parked-for-owner',
  'parked-sale-resumed',
] as const satisfies readonly TillEvent['type'][];

function isOwnershipEvent(event: TillEvent): event is OwnershipEvent {
  return OWNERSHIP_EVENTS.some((type) => type === event.type);
}

/** Handles whose sale it is: its customer’s and its person’s. */
function ownershipStep(till: Till, event: OwnershipEvent): Till {
  switch (event.type) {
    case 'collected':
      return closeCover(collect(till), till.now);
    case 'sale-continued':
      return continueForCustomer(till);
    case 'unattended':
      return till.unattended === null ? { ...till, unattended: { scan: null } } : till;
    case 'same-customer': {
      const known = { ...till, unattended: null };
      // The answer to a verdict, too: this sale continues.
      return scanStep(awaitsAnswer(till) ? closeCover(known, till.now) : known, till.unattended, event.newSaleId);
    }
    case 'locked':
      return { ...till, recent: null };
    case 'signed-in':
      return noticeAbsence(resumeForPerson({ ...till, recent: null }));
    case 'parked-for-owner':
      return scanStep(leaveForOwner(till, event.newSaleId), till.unattended, event.newSaleId);
    case 'parked-sale-resumed':
      return resumeLeft(till, event.saleId);
  }
}

/** Continues the last sale. A voucher on the screen pays for it, unless it already did. */
function continueForCustomer(till: Till): Till {
  const next = continueSale(till);
  if (next === till || next.stage.at !== 'panel') return next;
  return holdsVoucher(next.sale, refKey(next.stage.check.ref))
    ? remark({ ...next, stage: READY_STAGE }, 'already-in-sale')
    : withSuggestion(next);
}

/** No key leaves a redemption in progress or the sale of a register. */
function nextCustomer(till: Till, newSaleId: string): Till {
  if (till.stage.at === 'flight' || till.sale.register !== null) return till;
  return scanStep({ ...newSale(till, newSaleId), gate: openGate }, till.unattended, newSaleId);
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

/**
 * A sale of a register already has its number. Since a register may print the number after the last
 * voucher has paid, it belongs to the sale whose verdict is on the screen.
 */
function setReceiptNo(till: Till, receiptNo: string | null, newSaleId: string): Till {
  if (till.sale.register !== null || isUnattended(till)) return till;
  if (isBusy(till)) return remark(till, 'busy');
  const { sale, ...rest } = isOver(till.sale) ? newSale(till, newSaleId) : till;
  return { ...rest, sale: { ...sale, receiptNo } };
}

function scanned(till: Till, scan: ScanEvent, newSaleId: string): Till {
  if (isBusy(till)) return remark(till, 'busy');
  if (till.sale.register !== null && isFinished(till.sale)) return till;
  if (isUnattended(till)) return { ...till, unattended: { scan } };
  const base = saleForInput({ ...till, sale: completeDue(till.sale) }, newSaleId);
  const due = dueInsteadOfCode(till, base.sale, scan);
  if (due !== null) return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason: 'due?', due } };
  const isHeld = (code: VoucherCode) => holdsVoucher(base.sale, codeIdentity(code));
  const { state, result } = passGate(till.gate, scan, isHeld, till.rule.numberShapes);
  if (result.kind === 'ignored') return { ...remark(till, result.reason), gate: state };
  const stage: Stage = {
    at: 'checking',
    scanned: { code: scan.text, parsed: result.parsed, source: scan.source, at: scan.at },
  };
  return { ...base, sale: completeDue(base.sale), gate: state, note: null, under: null, stage };
}
