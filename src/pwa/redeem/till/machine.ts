import { AMOUNT_MAX, ITEMS_MAX, isItems, type Money, money, withMagnitude } from '../../../contract/money.ts';
import { USUAL_RULE } from '../../../contract/till-rule.ts';
import { type CheckAnswer, lastFour, parseCode } from '../../../contract/voucher.ts';
import type { Failure } from '../../api/failure.ts';
import { codeIdentity, openGate, passGate } from '../../scan/gate.ts';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { readTyped } from '../../ui/typed-amount.ts';
import { type Entry, emptyEntry, entryOf, type Key, press, total } from './entry.ts';
import {
  acknowledged,
  atTheDoor,
  found,
  goOn,
  heard,
  isInFlight,
  missing,
  newSale,
  notCancelled,
  park,
  READY,
  refKey,
  rejected,
  show,
  without,
} from './outcomes.ts';
import { allOfIt, emptySale, holdsVoucher, isFinished, obstacle, type Row, type Sale, suggestedTake } from './sale.ts';
import {
  type NoteReason,
  type Panel,
  readingOf,
  type Scanned,
  type Stage,
  type Till,
  type TillEvent,
  type Typed,
} from './till.ts';

/** A till that nobody has touched yet. */
export function freshTill(saleId: string, currency: string): Till {
  return {
    rule: USUAL_RULE,
    sale: emptySale(saleId, currency),
    earlier: [],
    gate: openGate,
    stage: READY,
    under: null,
    pressed: null,
    note: null,
    toShow: [],
  };
}

/**
 * The next state of the till.
 *
 * Pure: ids and times come with the events; an event that does not fit the stage changes nothing.
 */
export function reduce(till: Till, event: TillEvent): Till {
  return acknowledged(till, next(till, event));
}

function next(till: Till, event: TillEvent): Till {
  switch (event.type) {
    case 'due-key':
      return isFree(till.stage) && till.sale.register === null ? typeDue(till, event.key, event.newSaleId) : till;
    case 'scanned':
      return scanned(till, event.scan, event.newSaleId);
    case 'receipt':
      return setReceiptNo(till, event.receiptNo, event.newSaleId);
    case 'checked':
      return isAbout(till.stage, event.scanned) ? showPanel(till, event.scanned, event.check) : till;
    case 'not-checked':
      return notChecked(till, event.scanned, event.failure);
    case 'check-again':
      return checkAgain(till);
    case 'take-key':
      return till.stage.at === 'panel' ? { ...till, stage: typeTake(till, till.stage, event.key) } : till;
    case 'due-confirmed':
      return till.note?.reason === 'due?' ? setDue(till, till.note.due, event.newSaleId) : till;
    case 'due-meant':
      return proposedAnew({ ...till, sale: { ...till.sale, doubted: false } });
    case 'keys-taken-back':
      return takeKeysBack(till, event.before);
    case 'put-away':
      return putAway(till);
    case 'redeem':
      return till.stage.at === 'panel' ? redeem(till, till.stage, event) : till;
    case 'heard':
      return heard(till, event.view, event.now);
    case 'silent':
      return isInFlight(till.stage, event.tenderId) ? { ...till, stage: { ...till.stage, silent: true } } : till;
    case 'missing':
      return missing(till, event.tenderId);
    case 'rejected':
      return rejected(till, event.tenderId, event.failure);
    case 'shut-out':
    case 'given-back':
    case 'not-given-back':
      return atTheDoor(till, event);
    case 'cancelled':
      return { ...without(till, event.tenderId), gate: openGate, stage: READY };
    case 'not-cancelled':
      return notCancelled(till, event.tenderId, event.failure);
    case 'show':
      return show(till, event.tenderId, event.now);
    case 'remark':
      return remark(till, event.reason);
    case 'note-over':
      return till.note?.id === event.id ? { ...till, note: null } : till;
    case 'touched':
      return till.stage.at === 'verdict' ? { ...till, stage: { ...till.stage, returnsAt: null } } : till;
    case 'go-on':
      return goOn(till, event.now);
    case 'new-sale':
      return nextCustomer(till, event.newSaleId);
    case 'park':
      return till.sale.register === null ? park(till, event.newSaleId, event.now) : till;
    case 'found':
      return found(till, event.sale, event.rows);
  }
}

function notChecked(till: Till, about: Scanned, failure: Failure): Till {
  return isAbout(till.stage, about) ? { ...till, stage: { at: 'not-checked', scanned: about, failure } } : till;
}

function checkAgain(till: Till): Till {
  const { stage } = till;
  return stage.at === 'not-checked' ? { ...till, stage: { at: 'checking', scanned: stage.scanned } } : till;
}

/** What is under way, and the sale of a register, are not left by a key. */
function nextCustomer(till: Till, newSaleId: string): Till {
  if (till.stage.at === 'flight' || till.sale.register !== null) return till;
  return { ...newSale(till, newSaleId), gate: openGate };
}

/** Nothing on the screen would be lost by looking at another voucher. */
function isFree({ at }: Stage): boolean {
  return at === 'ready' || at === 'checking' || at === 'not-checked';
}

/** A redemption of this sale is under way. One of an earlier sale is only looked at. */
function isBusy({ stage, earlier }: Till): boolean {
  if (stage.at !== 'flight' && stage.at !== 'not-arrived') return false;
  return !earlier.some(({ tenderId }) => tenderId === stage.tenderId);
}

function isAbout(stage: Stage, { at, code }: Scanned): boolean {
  return stage.at === 'checking' && stage.scanned.at === at && stage.scanned.code === code;
}

function remark(till: Till, reason: NoteReason): Till {
  return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason } };
}

function typeDue(till: Till, key: Key, newSaleId: string): Till {
  const base = unasked(isFinished(till.sale) ? newSale(till, newSaleId) : till);
  return withDue(base, press(base.sale.due, key, readingOf(base)));
}

/** Keys that make more than is usual may have been meant for the number of a voucher. */
function withDue(till: Till, due: Entry): Till {
  if (due === till.sale.due) return till;
  return { ...till, sale: { ...till.sale, due, doubted: total(due) > till.rule.askAboveDue } };
}

/** A sale that a register asked for has its number already. */
function setReceiptNo(till: Till, receiptNo: string | null, newSaleId: string): Till {
  if (till.sale.register !== null) return till;
  if (isBusy(till)) return remark(till, 'busy');
  const { sale, ...rest } = isFinished(till.sale) ? newSale(till, newSaleId) : till;
  return { ...rest, sale: { ...sale, receiptNo } };
}

function setDue(till: Till, due: Money, newSaleId: string): Till {
  const { sale, ...rest } = unasked(isFinished(till.sale) ? newSale(till, newSaleId) : till);
  return { ...rest, sale: { ...sale, due: entryOf(due.amount, readingOf(till)), doubted: false } };
}

/** What to take from the voucher on the screen, where nobody has typed it. */
function proposedAnew(till: Till): Till {
  const { stage, sale } = till;
  if (stage.at !== 'panel' || stage.typed !== null) return till;
  return { ...till, stage: { ...stage, take: suggestedTake(sale, stage.check) } };
}

const NOTHING_DUE = { due: emptyEntry, doubted: false } as const;

/** Without the question whether something is the amount due. */
function unasked(till: Till): Till {
  return till.note?.reason === 'due?' ? { ...till, note: null } : till;
}

/**
 * The amount due that was typed where a code belongs, on a till that waits for one: too short for a
 * code, or with a point or a comma in it. Null for everything else.
 */
function dueInsteadOfCode({ stage, rule }: Till, sale: Sale, { text, source }: ScanEvent): Money | null {
  if (source !== 'typed' || stage.at !== 'ready' || total(sale.due) > 0) return null;
  const amount = readTyped(text, sale.currency, rule.typedAmounts) ?? 0;
  const isCode = parseCode(text).kind !== 'refused' && !/[.,]/.test(text);
  return amount === 0 || amount > AMOUNT_MAX || isCode ? null : money(amount, sale.currency);
}

/**
 * Characters of a scan had counted as typed.
 *
 * They may have begun a new sale, which has nothing else.
 */
function takeKeysBack(till: Till, { saleId, due, doubted, panel }: Typed): Till {
  const { stage } = till;
  const sale = { ...till.sale, ...(till.sale.id === saleId ? { due, doubted } : NOTHING_DUE) };
  return { ...till, sale, stage: stage.at === 'panel' && panel?.scanned === stage.scanned ? panel : stage };
}

function scanned(till: Till, scan: ScanEvent, newSaleId: string): Till {
  if (isBusy(till)) return remark(till, 'busy');
  if (till.sale.register !== null && isFinished(till.sale)) return till;
  const base = isFinished(till.sale) ? newSale(till, newSaleId) : till;
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

function showPanel(till: Till, about: Scanned, check: CheckAnswer): Till {
  const identity = refKey(check.ref);
  if (holdsVoucher(till.sale, identity)) return remark({ ...till, stage: READY }, 'already-in-sale');
  return { ...till, stage: { at: 'panel', scanned: about, check, take: suggestedTake(till.sale, check), typed: null } };
}

/**
 * Whoever put a voucher away may want it again at once.
 *
 * One that still lies under the camera is not read anew: the camera sees it all the time.
 */
function putAway(till: Till): Till {
  if (till.stage.at === 'ready') return unasked(till);
  return 'scanned' in till.stage ? { ...till, gate: openGate, stage: READY } : till;
}

function typeTake({ rule }: Till, panel: Panel, key: Key): Panel {
  const currency = isItems(panel.take) ? null : panel.take.currency;
  const typed = press(panel.typed ?? emptyEntry, key, { currency, typed: rule.typedAmounts });
  if (isItems(panel.take) && total(typed) > ITEMS_MAX) return panel;
  return { ...panel, typed, take: withMagnitude(panel.take, total(typed)) };
}

function redeem(
  till: Till,
  panel: Panel,
  { tenderId, now, all = false }: Extract<TillEvent, { type: 'redeem' }>,
): Till {
  const { scanned: about, check } = panel;
  const take = all ? allOfIt(till.sale, check) : panel.take;
  if (take === null || obstacle({ check, take }) !== null) return till;
  const row: Row = {
    tenderId,
    last4: lastFour(check.ref),
    requested: take,
    code: about.code,
    identities: [codeIdentity(about.parsed), refKey(check.ref)],
    said: { receiptNo: till.sale.receiptNo, entry: about.source },
    savedAt: now,
    view: null,
  };
  return {
    ...till,
    sale: { ...till.sale, rows: [...till.sale.rows, row] },
    note: null,
    pressed: { tenderId, panel: { ...panel, take }, shutOut: false },
    stage: { at: 'flight', tenderId, silent: false },
  };
}
