import { AMOUNT_MAX, ITEMS_MAX, isItems, type Money, money, withMagnitude } from '../../contract/money.ts';
import { isTenderOpen, type TenderView, tenderTone } from '../../contract/tender.ts';
import { type CheckAnswer, lastFour, parseCode, refIdentity } from '../../contract/voucher.ts';
import type { Failure } from '../api/failure.ts';
import { codeIdentity, type GateState, openGate, passGate } from '../scan/gate.ts';
import type { ScanEvent } from '../scan/scan-event.ts';
import { readAmount } from '../ui/typed-amount.ts';
import { emptyEntry, entryOf, type Key, press, total } from './entry.ts';
import { allOfIt, emptySale, holdsVoucher, isFinished, isUnsettled, obstacle, type Row, type Sale, suggestedTake } from './sale.ts';
import { allRows, type NoteReason, type Panel, type Scanned, type Stage, type Till, type TillEvent, type Typed } from './till.ts';

/** A done verdict goes back to the scanner by itself after this; the others wait for a person. */
export const DONE_SHOWN_MS = 6_000;

const READY: Stage = { at: 'ready' };

/** A till that nobody has touched yet. */
export function freshTill(saleId: string, currency: string): Till {
  return { sale: emptySale(saleId, currency), earlier: [], gate: openGate, stage: READY, note: null, toShow: [] };
}

/** The next state of the till. Pure: ids and times come with the events; an event that does not fit the stage changes nothing. */
export function reduce(till: Till, event: TillEvent): Till {
  switch (event.type) {
    case 'due-key':
      return isFree(till.stage) ? typeDue(till, event.key, event.newSaleId) : till;
    case 'scanned':
      return scanned(till, event.scan, event.newSaleId);
    case 'checked':
      return isAbout(till.stage, event.scanned) ? showPanel(till, event.scanned, event.check) : till;
    case 'not-checked':
      return isAbout(till.stage, event.scanned)
        ? { ...till, stage: { at: 'not-checked', scanned: event.scanned, failure: event.failure } }
        : till;
    case 'check-again':
      return till.stage.at === 'not-checked' ? { ...till, stage: { at: 'checking', scanned: till.stage.scanned } } : till;
    case 'take-key':
      return till.stage.at === 'panel' ? { ...till, stage: typeTake(till.stage, event.key) } : till;
    case 'due-confirmed':
      return till.note?.reason === 'due?' ? setDue(till, till.note.due, event.newSaleId) : till;
    case 'keys-taken-back':
      return takeKeysBack(till, event.before);
    case 'put-away':
      return putAway(till, event.now);
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
    case 'cancelled':
      return { ...without(till, event.tenderId), gate: openGate, stage: READY };
    case 'not-cancelled':
      return till.stage.at === 'not-arrived' && till.stage.tenderId === event.tenderId
        ? { ...till, stage: { ...till.stage, failure: event.failure } }
        : till;
    case 'show':
      return show(till, event.tenderId, event.now);
    case 'remark':
      return remark(till, event.reason);
    case 'touched':
      return till.stage.at === 'verdict' ? { ...till, stage: { ...till.stage, returnsAt: null } } : till;
    case 'go-on':
      return goOn(till, event.now);
    case 'new-sale':
      return till.stage.at === 'flight' ? till : { ...newSale(till, event.newSaleId), stage: READY, gate: openGate };
    case 'found':
      return found(till, event.sale, event.rows);
  }
}

/** Nothing on the screen would be lost by looking at another voucher. */
function isFree({ at }: Stage): boolean {
  return at === 'ready' || at === 'checking' || at === 'not-checked';
}

function isAbout(stage: Stage, { at, code }: Scanned): boolean {
  return stage.at === 'checking' && stage.scanned.at === at && stage.scanned.code === code;
}

function isInFlight(stage: Stage, tenderId: string): stage is Extract<Stage, { at: 'flight' }> {
  return stage.at === 'flight' && stage.tenderId === tenderId;
}

function remark(till: Till, reason: NoteReason): Till {
  return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason } };
}

function newSale(till: Till, id: string): Till {
  return { ...till, sale: emptySale(id, till.sale.currency), earlier: allRows(till).filter(isUnsettled) };
}

function typeDue(till: Till, key: Key, newSaleId: string): Till {
  const { sale, ...rest } = unasked(isFinished(till.sale) ? newSale(till, newSaleId) : till);
  return { ...rest, sale: { ...sale, due: press(sale.due, key, sale.currency) } };
}

function setDue(till: Till, due: Money, newSaleId: string): Till {
  const { sale, ...rest } = unasked(isFinished(till.sale) ? newSale(till, newSaleId) : till);
  return { ...rest, sale: { ...sale, due: entryOf(due.amount) } };
}

/** Without the question whether something is the amount due. */
function unasked(till: Till): Till {
  return till.note?.reason === 'due?' ? { ...till, note: null } : till;
}

/**
 * The amount due that was typed where a code belongs, on a till that waits for one: too short for a code, or with a point or a comma in it. Null for
 * everything else.
 */
function dueInsteadOfCode({ stage }: Till, sale: Sale, { text, source }: ScanEvent): Money | null {
  if (source !== 'typed' || stage.at !== 'ready' || total(sale.due) > 0) return null;
  const amount = readAmount(text, sale.currency) ?? 0;
  const isCode = parseCode(text).kind !== 'refused' && !/[.,]/.test(text);
  return amount === 0 || amount > AMOUNT_MAX || isCode ? null : money(amount, sale.currency);
}

/** Characters of a scan had counted as typed. They may have begun a new sale, which has nothing else. */
function takeKeysBack(till: Till, { saleId, due, panel }: Typed): Till {
  const { stage } = till;
  const sale = { ...till.sale, due: till.sale.id === saleId ? due : emptyEntry };
  return { ...till, sale, stage: stage.at === 'panel' && panel?.scanned === stage.scanned ? panel : stage };
}

function scanned(till: Till, scan: ScanEvent, newSaleId: string): Till {
  if (till.stage.at === 'flight' || till.stage.at === 'not-arrived') return remark(till, 'busy');
  const base = isFinished(till.sale) ? newSale(till, newSaleId) : till;
  const due = dueInsteadOfCode(till, base.sale, scan);
  if (due !== null) return { ...till, note: { id: (till.note?.id ?? 0) + 1, reason: 'due?', due } };
  const { state, result } = passGate(till.gate, scan, (code) => holdsVoucher(base.sale, codeIdentity(code)));
  if (result.kind === 'ignored') return { ...remark(till, result.reason), gate: state };
  const stage: Stage = { at: 'checking', scanned: { code: scan.text, parsed: result.parsed, at: scan.at } };
  return { ...base, gate: state, note: null, stage };
}

function showPanel(till: Till, about: Scanned, check: CheckAnswer): Till {
  const identity = refKey(check.ref);
  if (holdsVoucher(till.sale, identity)) return remark({ ...till, stage: READY }, 'already-in-sale');
  return { ...till, stage: { at: 'panel', scanned: about, check, take: suggestedTake(till.sale, check), typed: null } };
}

function putAway(till: Till, now: number): Till {
  if (till.stage.at === 'ready') return unasked(till);
  if (!('scanned' in till.stage)) return till;
  return { ...till, gate: coolingFrom([codeIdentity(till.stage.scanned.parsed)], now), stage: READY };
}

/** A voucher that still lies under the camera when its screen closes is not read again at once. */
function coolingFrom(identities: readonly string[], now: number): GateState {
  return new Map(identities.map((identity) => [identity, now]));
}

/** A link and the ref it leads to are one voucher: both are kept. */
function refKey(ref: string): string {
  return codeIdentity({ kind: 'ref', ref: refIdentity(ref) });
}

function typeTake(panel: Panel, key: Key): Panel {
  const typed = press(panel.typed ?? emptyEntry, key, isItems(panel.take) ? null : panel.take.currency);
  if (isItems(panel.take) && total(typed) > ITEMS_MAX) return panel;
  return { ...panel, typed, take: withMagnitude(panel.take, total(typed)) };
}

function redeem(till: Till, panel: Panel, { tenderId, now, all = false }: Extract<TillEvent, { type: 'redeem' }>): Till {
  const { scanned: about, check } = panel;
  const take = all ? allOfIt(till.sale, check) : panel.take;
  if (take === null || obstacle({ check, take }) !== null) return till;
  const row: Row = {
    tenderId,
    last4: lastFour(check.ref),
    requested: take,
    code: about.code,
    identities: [codeIdentity(about.parsed), refKey(check.ref)],
    savedAt: now,
    view: null,
  };
  return {
    ...till,
    sale: { ...till.sale, rows: [...till.sale.rows, row] },
    note: null,
    stage: { at: 'flight', tenderId, silent: false },
  };
}

function heard(till: Till, view: TenderView, now: number): Till {
  const put = (row: Row): Row => (row.tenderId === view.id ? { ...row, view } : row);
  const known: Till = { ...till, sale: { ...till.sale, rows: till.sale.rows.map(put) }, earlier: till.earlier.map(put) };
  const { stage } = till;
  const looking = (stage.at === 'flight' || stage.at === 'not-arrived' || stage.at === 'verdict') && stage.tenderId === view.id;
  if (looking && stage.at === 'verdict') return stage.view.state === view.state ? known : show(known, view.id, now);
  if (looking) return !isTenderOpen(view.state) || view.state === 'manager' ? show(known, view.id, now) : inFlight(known, view.id);
  const isNews = !isTenderOpen(view.state) && allRows(till).some((row) => row.tenderId === view.id && isUnsettled(row));
  if (!isNews) return known;
  return stage.at === 'ready' ? show(known, view.id, now) : { ...known, toShow: [...known.toShow, view.id] };
}

function inFlight(till: Till, tenderId: string): Till {
  return { ...till, stage: { at: 'flight', tenderId, silent: false } };
}

function show(till: Till, tenderId: string, now: number): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row === undefined) return till;
  const { view } = row;
  if (view === null || (isUnsettled(row) && view.state !== 'manager')) return inFlight(till, tenderId);
  const returnsAt = tenderTone(view) === 'done' ? now + DONE_SHOWN_MS : null;
  return { ...till, stage: { at: 'verdict', tenderId, view, returnsAt } };
}

/** One that the server once had may have taken money: nobody is told that it never arrived. */
function missing(till: Till, tenderId: string): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row?.view !== null || !isInFlight(till.stage, tenderId)) return till;
  return { ...till, stage: { at: 'not-arrived', tenderId, failure: null } };
}

function rejected(till: Till, tenderId: string, failure: Failure | { readonly kind: 'not-saved' }): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row === undefined) return till;
  const stage: Stage = isInFlight(till.stage, tenderId) ? { at: 'rejected', row, failure } : till.stage;
  return { ...without(till, tenderId), stage };
}

function without(till: Till, tenderId: string): Till {
  const others = (row: Row): boolean => row.tenderId !== tenderId;
  return { ...till, sale: { ...till.sale, rows: till.sale.rows.filter(others) }, earlier: till.earlier.filter(others) };
}

/** Leaves the screen that fills the display; what settled meanwhile is shown first. */
function goOn(till: Till, now: number): Till {
  const [next, ...toShow] = till.toShow;
  const free: Till = { ...till, stage: READY, gate: coolingFrom(identitiesOnScreen(till), now), toShow };
  return next === undefined ? free : show(free, next, now);
}

function identitiesOnScreen(till: Till): readonly string[] {
  const { stage } = till;
  if (stage.at === 'rejected') return stage.row.identities;
  return 'tenderId' in stage ? (allRows(till).find((row) => row.tenderId === stage.tenderId)?.identities ?? []) : [];
}

/** After a reload: the sale as it was, and the redemptions whose outcome was never shown. The first of those is looked at. */
function found(till: Till, sale: Sale | null, rows: readonly Row[]): Till {
  const base = sale ?? till.sale;
  const withCode = (row: Row): Row => ({ ...row, ...codeOf(rows.find(({ tenderId }) => tenderId === row.tenderId)) });
  const isNew = (row: Row): boolean => !base.rows.some(({ tenderId }) => tenderId === row.tenderId);
  const next: Till = { ...till, sale: { ...base, rows: base.rows.map(withCode) }, earlier: rows.filter(isNew) };
  const first = allRows(next).find(isUnsettled);
  return first === undefined ? next : inFlight(next, first.tenderId);
}

function codeOf(row: Row | undefined): Partial<Pick<Row, 'code' | 'identities'>> {
  return row === undefined ? {} : { code: row.code, identities: row.identities };
}
