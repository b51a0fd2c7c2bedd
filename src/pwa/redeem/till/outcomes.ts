import { isTenderOpen, type TenderView, tenderTone } from '../../../contract/redemption/tender.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Failure } from '../../api/failure.ts';
import { codeIdentity, type GateState, openGate } from '../../scan/gate.ts';
import { DONE_VERDICT_MS } from '../limits.ts';
import { completeEntry } from './entry.ts';
import { balanceOf, hasPaidRow, isUnsettled, needsPrice, type SaleRow, type TillSale } from './sale.ts';
import { allRows, coveredBy, READY_STAGE, type Stage, type Till, type TillEvent } from './till.ts';
import { amountToCollect, awaitsAnswer, endIfPaid, mapRows, newSale } from './whose-sale.ts';

/**
 * The part of the till's state machine for redemptions in progress: their reports, and the screens
 * that show them.
 */

/** True if the screen shows this redemption and waits for it. */
export function isInFlight(stage: Stage, tenderId: string): stage is Extract<Stage, { at: 'flight' }> {
  return stage.at === 'flight' && stage.tenderId === tenderId;
}

/**
 * Leaves a redemption with unknown outcome for the next customer. One of an earlier sale does not
 * affect this sale.
 */
export function startNextSale(till: Till, newSaleId: string, now: number): Till {
  const tenderId = coveredBy(till);
  if (tenderId === null) return till;
  if (till.earlier.some((row) => row.tenderId === tenderId)) return closeCover(till, now);
  return { ...newSale(till, newSaleId), gate: startCooldown(identitiesOnScreen(till), now) };
}

/**
 * Removes a redemption of an earlier sale after the user has closed its verdict: the user has seen
 * it, and the lists have it.
 */
export function removeSeen(before: Till, after: Till): Till {
  if (before.stage.at !== 'verdict') return after;
  const { tenderId } = before.stage;
  if (coveredBy(after) === tenderId || !after.earlier.some((row) => row.tenderId === tenderId && !isUnsettled(row)))
    return after;
  return { ...after, earlier: after.earlier.filter((row) => row.tenderId !== tenderId) };
}

/**
 * The server refused the latest redemption because no user was signed in. Once it can never be
 * recorded, the screen shows its voucher again. If a copy of the request was recorded, it is
 * followed up as usual.
 */
export function releaseRefused(
  till: Till,
  { type, tenderId }: Extract<TillEvent, { type: 'refused-signed-out' | 'never-recorded' | 'already-recorded' }>,
): Till {
  const { pressed } = till;
  if (pressed?.tenderId !== tenderId) return till;
  if (type === 'refused-signed-out') return { ...till, pressed: { ...pressed, shutOut: true } };
  if (type === 'already-recorded' || !pressed.shutOut) return { ...till, pressed: null };
  const stage = isInFlight(till.stage, tenderId) ? pressed.panel : till.stage;
  return { ...withoutTender(till, tenderId), gate: openGate, pressed: null, unattended: null, stage };
}

/** Shows why a redemption that never arrived could not be cancelled yet. */
export function showNotCancelled(till: Till, tenderId: string, failure: Failure): Till {
  const { stage } = till;
  return stage.at === 'not-arrived' && stage.tenderId === tenderId ? { ...till, stage: { ...stage, failure } } : till;
}

/**
 * Applies the server's report of a redemption. It is shown if the screen waits for this redemption
 * or is free. A redemption of an earlier sale has a chip.
 */
export function applyReport(till: Till, view: TenderView, now: number): Till {
  const put = (row: SaleRow): SaleRow => (row.tenderId === view.id ? { ...row, view } : row);
  const updated = mapRows(till, put);
  const { stage } = till;
  const looking =
    (stage.at === 'flight' || stage.at === 'not-arrived' || stage.at === 'verdict') && stage.tenderId === view.id;
  if (looking && stage.at === 'verdict')
    return stage.view.state === view.state ? updated : showRedemption(updated, view.id, now);
  if (looking)
    return !isTenderOpen(view.state) || view.state === 'manager'
      ? showRedemption(updated, view.id, now)
      : inFlight(updated, view.id);
  if (till.earlier.some((row) => row.tenderId === view.id)) return updated;
  const isNews = !isTenderOpen(view.state) && allRows(till).some((row) => row.tenderId === view.id && isUnsettled(row));
  if (!isNews) return updated;
  return stage.at === 'ready'
    ? showRedemption(updated, view.id, now)
    : { ...updated, toShow: [...updated.toShow, view.id] };
}

function inFlight(till: Till, tenderId: string): Till {
  return { ...till, stage: { at: 'flight', tenderId, silent: false } };
}

export function showRedemption(till: Till, tenderId: string, now: number): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row === undefined) return till;
  const { view } = row;
  const under = till.stage.at === 'panel' ? till.stage : till.under;
  if (view === null || (isUnsettled(row) && view.state !== 'manager')) return inFlight({ ...till, under }, tenderId);
  const shown: Till = { ...till, under, stage: { at: 'verdict', tenderId, view, returnsAt: null } };
  const needsPerson = needsPrice(till.sale, view) || balanceOf(till.sale).overpaid > 0 || awaitsAnswer(shown);
  if (tenderTone(view) !== 'done' || needsPerson) return shown;
  return { ...shown, stage: { at: 'verdict', tenderId, view, returnsAt: now + DONE_VERDICT_MS } };
}

/**
 * A redemption that the server once knew may have moved money, so the till never reports it as not
 * arrived.
 */
export function markMissing(till: Till, tenderId: string): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row?.view !== null) return till;
  if (isInFlight(till.stage, tenderId)) return { ...till, stage: { at: 'not-arrived', tenderId, failure: null } };
  const put = (one: SaleRow): SaleRow =>
    one === row && one.notArrived === undefined ? { ...one, notArrived: true } : one;
  return row.notArrived ? till : { ...till, earlier: till.earlier.map(put) };
}

/** The server or this device refused a redemption: nothing was recorded, so it has no row. */
export function markRejected(till: Till, tenderId: string, failure: Failure | { readonly kind: 'not-saved' }): Till {
  const row = allRows(till).find((candidate) => candidate.tenderId === tenderId);
  if (row === undefined) return till;
  const stage: Stage = isInFlight(till.stage, tenderId) ? { at: 'rejected', row, failure } : till.stage;
  return { ...withoutTender(till, tenderId), stage };
}

/** A redemption that lacked a manager's approval is in progress again. */
export function markApproved(till: Till, tenderId: string, now: number): Till {
  const { stage, sale } = till;
  if (stage.at !== 'rejected' || stage.row.tenderId !== tenderId) return till;
  return inFlight({ ...till, sale: { ...sale, rows: [...sale.rows, { ...stage.row, savedAt: now }] } }, tenderId);
}

export function withoutTender(till: Till, tenderId: string): Till {
  const isOther = (row: SaleRow): boolean => row.tenderId !== tenderId;
  return {
    ...till,
    sale: { ...till.sale, rows: till.sale.rows.filter(isOther) },
    earlier: till.earlier.filter(isOther),
  };
}

/**
 * Leaves the full-screen view for the voucher under it, or for a result that arrived in the
 * meantime.
 */
export function closeCover(covered: Till, now: number): Till {
  const till = endIfPaid(covered);
  const [next, ...toShow] = till.toShow;
  const gate = startCooldown(identitiesOnScreen(till), now);
  if (till.under !== null) return { ...till, stage: till.under, under: null, gate };
  const free: Till = { ...till, stage: READY_STAGE, gate, toShow };
  return next === undefined ? free : showRedemption(free, next, now);
}

function identitiesOnScreen(till: Till): readonly string[] {
  const { stage } = till;
  if (stage.at === 'rejected') return stage.row.identities;
  return 'tenderId' in stage ? (allRows(till).find((row) => row.tenderId === stage.tenderId)?.identities ?? []) : [];
}

/**
 * Restores the sale after a reload, with the redemptions whose outcome was never shown. The first
 * redemption of the sale is shown; those of earlier sales have chips.
 */
export function restoreSale(till: Till, sale: TillSale | null, rows: readonly SaleRow[]): Till {
  const base = sale ?? till.sale;
  const withCode = (row: SaleRow): SaleRow => ({
    ...row,
    ...codeOfRow(rows.find(({ tenderId }) => tenderId === row.tenderId)),
  });
  const isNew = (row: SaleRow): boolean => !base.rows.some(({ tenderId }) => tenderId === row.tenderId);
  const restored = { ...base, due: completeEntry(base.due), rows: base.rows.map(withCode) };
  const next: Till = { ...till, sale: restored, earlier: rows.filter(isNew) };
  const first = (sale === null ? allRows(next) : next.sale.rows).find(isUnsettled);
  return first === undefined ? restoreVerdict(next, till.now) : inFlight(next, first.tenderId);
}

/**
 * Shows the verdict that was not answered before the reload, or ends the sale that it completed.
 */
function restoreVerdict(till: Till, now: number): Till {
  const last = till.sale.rows.findLast((row) => hasPaidRow([row]));
  if (last === undefined || till.sale.register !== null || till.sale.completed) return till;
  const shown = showRedemption(till, last.tenderId, now);
  const isUnanswered = amountToCollect(till.sale) !== null || balanceOf(till.sale).overpaid > 0;
  return isUnanswered ? shown : { ...endIfPaid(shown), recent: null, stage: READY_STAGE };
}

function codeOfRow(row: SaleRow | undefined): Partial<Pick<SaleRow, 'code' | 'identities'>> {
  return row === undefined ? {} : { code: row.code, identities: row.identities };
}

/** A link and the ref that it resolves to are one voucher: both are stored. */
export function refKey(ref: string): string {
  return codeIdentity({ kind: 'ref', ref: refIdentity(ref) });
}

/** Prevents the camera from reading a closed voucher again that is still in view. */
function startCooldown(identities: readonly string[], now: number): GateState {
  return new Map(identities.map((identity) => [identity, now]));
}
