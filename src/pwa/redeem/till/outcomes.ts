import { isTenderOpen, type TenderView, tenderTone } from '../../../contract/redemption/tender.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Failure } from '../../api/failure.ts';
import { codeIdentity, type GateState, openGate } from '../../scan/gate.ts';
import { asksForPrice, balanceOf, emptySale, isFinished, isUnsettled, type SaleRow, type TillSale } from './sale.ts';
import { allRows, coveredBy, type Stage, type Till, type TillEvent } from './till.ts';

/**
 * The part of the till's state machine for redemptions in progress: their reports, and where they
 * are shown.
 */

/** A done verdict closes by itself after this time; the others wait for the user. */
export const DONE_SHOWN_MS = 6_000;

export const READY: Stage = { at: 'ready' };

/** True if the screen shows this redemption and waits for it. */
export function isInFlight(stage: Stage, tenderId: string): stage is Extract<Stage, { at: 'flight' }> {
  return stage.at === 'flight' && stage.tenderId === tenderId;
}

/**
 * Starts the sale of the next customer. Unresolved or unseen redemptions of the one before are kept
 * in `earlier`.
 */
export function newSale(till: Till, id: string): Till {
  const kept = till.sale.rows.filter((row) => isUnsettled(row) || till.toShow.includes(row.tenderId));
  const note = till.note?.reason === 'no-storage' ? till.note : null;
  const sale = emptySale(id, till.sale.currency);
  return { ...till, sale, earlier: [...till.earlier, ...kept], toShow: [], note, stage: READY, under: null };
}

/**
 * Leaves a redemption with unknown outcome for the next customer. One of an earlier sale does not
 * affect this sale.
 */
export function park(till: Till, newSaleId: string, now: number): Till {
  const tenderId = coveredBy(till);
  if (tenderId === null) return till;
  if (till.earlier.some((row) => row.tenderId === tenderId)) return goOn(till, now);
  return { ...newSale(till, newSaleId), gate: coolingFrom(identitiesOnScreen(till), now) };
}

/**
 * Removes a redemption of an earlier sale after its verdict was left: the user has seen it, and the
 * lists have it.
 */
export function acknowledged(before: Till, after: Till): Till {
  if (before.stage.at !== 'verdict') return after;
  const { tenderId } = before.stage;
  if (coveredBy(after) === tenderId || !after.earlier.some((row) => row.tenderId === tenderId && !isUnsettled(row)))
    return after;
  return { ...after, earlier: after.earlier.filter((row) => row.tenderId !== tenderId) };
}

/** Marks the sale as completed once a verdict of it is shown that leaves nothing to pay. */
export function completed(till: Till): Till {
  const { stage, sale } = till;
  if (sale.completed || stage.at !== 'verdict' || !isFinished(sale)) return till;
  return sale.rows.some(({ tenderId }) => tenderId === stage.tenderId)
    ? { ...till, sale: { ...sale, completed: true } }
    : till;
}

/**
 * The server refused the latest redemption because no user was signed in. Once it can never be
 * recorded, its voucher is on the screen again as it was before. If a copy of it was recorded, it
 * is followed up like any other.
 */
export function atTheDoor(
  till: Till,
  { type, tenderId }: Extract<TillEvent, { type: 'shut-out' | 'given-back' | 'not-given-back' }>,
): Till {
  const { pressed } = till;
  if (pressed?.tenderId !== tenderId) return till;
  if (type === 'shut-out') return { ...till, pressed: { ...pressed, shutOut: true } };
  if (type === 'not-given-back' || !pressed.shutOut) return { ...till, pressed: null };
  const stage = isInFlight(till.stage, tenderId) ? pressed.panel : till.stage;
  return { ...withoutTender(till, tenderId), gate: openGate, pressed: null, away: null, stage };
}

/** Shows why a redemption that never arrived could not be cancelled yet. */
export function notCancelled(till: Till, tenderId: string, failure: Failure): Till {
  const { stage } = till;
  return stage.at === 'not-arrived' && stage.tenderId === tenderId ? { ...till, stage: { ...stage, failure } } : till;
}

/**
 * Applies the server's report of a redemption. It is shown if the screen is about it or is free;
 * one of an earlier sale has its chip.
 */
export function heard(till: Till, view: TenderView, now: number): Till {
  const put = (row: SaleRow): SaleRow => (row.tenderId === view.id ? { ...row, view } : row);
  const known: Till = {
    ...till,
    sale: { ...till.sale, rows: till.sale.rows.map(put) },
    earlier: till.earlier.map(put),
  };
  const { stage } = till;
  const looking =
    (stage.at === 'flight' || stage.at === 'not-arrived' || stage.at === 'verdict') && stage.tenderId === view.id;
  if (looking && stage.at === 'verdict') return stage.view.state === view.state ? known : show(known, view.id, now);
  if (looking)
    return !isTenderOpen(view.state) || view.state === 'manager' ? show(known, view.id, now) : inFlight(known, view.id);
  if (till.earlier.some((row) => row.tenderId === view.id)) return known;
  const isNews = !isTenderOpen(view.state) && allRows(till).some((row) => row.tenderId === view.id && isUnsettled(row));
  if (!isNews) return known;
  return stage.at === 'ready' ? show(known, view.id, now) : { ...known, toShow: [...known.toShow, view.id] };
}

function inFlight(till: Till, tenderId: string): Till {
  return { ...till, stage: { at: 'flight', tenderId, silent: false } };
}

export function show(till: Till, tenderId: string, now: number): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row === undefined) return till;
  const { view } = row;
  const under = till.stage.at === 'panel' ? till.stage : till.under;
  if (view === null || (isUnsettled(row) && view.state !== 'manager')) return inFlight({ ...till, under }, tenderId);
  const needsPerson = asksForPrice(till.sale, view) || balanceOf(till.sale).overpaid > 0;
  const returnsAt = tenderTone(view) === 'done' && !needsPerson ? now + DONE_SHOWN_MS : null;
  return { ...till, under, stage: { at: 'verdict', tenderId, view, returnsAt } };
}

/**
 * A redemption that the server once knew may have moved money, so the till never reports it as not
 * arrived.
 */
export function missing(till: Till, tenderId: string): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row?.view !== null) return till;
  if (isInFlight(till.stage, tenderId)) return { ...till, stage: { at: 'not-arrived', tenderId, failure: null } };
  const put = (one: SaleRow): SaleRow =>
    one === row && one.notArrived === undefined ? { ...one, notArrived: true } : one;
  return row.notArrived ? till : { ...till, earlier: till.earlier.map(put) };
}

/** The server or this device refused a redemption: nothing was recorded, so it has no row. */
export function rejected(till: Till, tenderId: string, failure: Failure | { readonly kind: 'not-saved' }): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row === undefined) return till;
  const stage: Stage = isInFlight(till.stage, tenderId) ? { at: 'rejected', row, failure } : till.stage;
  return { ...withoutTender(till, tenderId), stage };
}

/** A redemption that lacked a manager's approval is in progress again. */
export function approved(till: Till, tenderId: string, now: number): Till {
  const { stage, sale } = till;
  if (stage.at !== 'rejected' || stage.row.tenderId !== tenderId) return till;
  return inFlight({ ...till, sale: { ...sale, rows: [...sale.rows, { ...stage.row, savedAt: now }] } }, tenderId);
}

export function withoutTender(till: Till, tenderId: string): Till {
  const others = (row: SaleRow): boolean => row.tenderId !== tenderId;
  return { ...till, sale: { ...till.sale, rows: till.sale.rows.filter(others) }, earlier: till.earlier.filter(others) };
}

/** Leaves the full-screen view for the voucher under it, or for a result that arrived meanwhile. */
export function goOn(till: Till, now: number): Till {
  const [next, ...toShow] = till.toShow;
  const gate = coolingFrom(identitiesOnScreen(till), now);
  if (till.under !== null) return { ...till, stage: till.under, under: null, gate };
  const free: Till = { ...till, stage: READY, gate, toShow };
  return next === undefined ? free : show(free, next, now);
}

function identitiesOnScreen(till: Till): readonly string[] {
  const { stage } = till;
  if (stage.at === 'rejected') return stage.row.identities;
  return 'tenderId' in stage ? (allRows(till).find((row) => row.tenderId === stage.tenderId)?.identities ?? []) : [];
}

/**
 * Restores the sale after a reload, with the redemptions whose outcome was never shown. The first
 * one of the sale is shown; those of earlier sales have their chips.
 */
export function found(till: Till, sale: TillSale | null, rows: readonly SaleRow[]): Till {
  const base = sale ?? till.sale;
  const withCode = (row: SaleRow): SaleRow => ({
    ...row,
    ...codeOf(rows.find(({ tenderId }) => tenderId === row.tenderId)),
  });
  const isNew = (row: SaleRow): boolean => !base.rows.some(({ tenderId }) => tenderId === row.tenderId);
  const next: Till = { ...till, sale: { ...base, rows: base.rows.map(withCode) }, earlier: rows.filter(isNew) };
  const first = (sale === null ? allRows(next) : next.sale.rows).find(isUnsettled);
  return first === undefined ? next : inFlight(next, first.tenderId);
}

function codeOf(row: SaleRow | undefined): Partial<Pick<SaleRow, 'code' | 'identities'>> {
  return row === undefined ? {} : { code: row.code, identities: row.identities };
}

/** A link and the ref that it resolves to are one voucher: both are stored. */
export function refKey(ref: string): string {
  return codeIdentity({ kind: 'ref', ref: refIdentity(ref) });
}

/** If the closed voucher still lies under the camera, it is not read again at once. */
function coolingFrom(identities: readonly string[], now: number): GateState {
  return new Map(identities.map((identity) => [identity, now]));
}
