import { LIMITS } from '../../../contract/access/limits.ts';
import { AMOUNT_MAX, ITEMS_MAX } from '../../../contract/money/limits.ts';
import { isItems, magnitude, type VoucherValue } from '../../../contract/money/money.ts';
import type { AttentionAction, AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import { TENDER_STATES } from '../../../contract/redemption/states.ts';
import { isTenderOpen, TENDER_STATES_FOR_MANAGER } from '../../../contract/redemption/tender.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import { withoutRef } from '../../issuer/wire/vouchers-info.ts';
import type { Decider } from '../../platform/base/decider.ts';
import { type Caller, deciderOf } from '../../platform/http/caller.ts';
import { evidenceOf } from '../journal/evidence.ts';
import type { OrphanJournal, OrphanRecord } from '../journal/orphan-store.ts';
import type { RefundJournal } from '../journal/refund-store.ts';
import { type Capture, foundCapture, isContested, isRecovered } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { tooEarly, voucherOpen } from '../operation/problems.ts';
import type { Gate } from '../recovery/gate.ts';
import type { ManagerRefunds } from '../refund/manager-refunds.ts';
import { usingValue } from '../settle/candidates.ts';
import { candidateOf } from '../settle/cases.ts';
import { refundedValue } from '../settle/refund-case.ts';
import { createWindow, type Window } from '../settle/window.ts';
import { noSuchRow, rowFound } from './problems.ts';
import { type RowDeps, type RowSearch, rowById, unclaimedRows, visibleRows } from './rows.ts';
import { type AttentionCase, type AttentionSource, originOf } from './source.ts';
import { isLeftOpen, namedRow, newCandidatesFact } from './unsettled.ts';

export interface TenderSourceDeps extends RowDeps {
  readonly journal: TenderJournal;
  readonly refunds: Pick<RefundJournal, 'ofTender'>;
  readonly orphans: Pick<OrphanJournal, 'unexplained'>;
  readonly settleWindowMs: number;
  readonly managerRefunds: ManagerRefunds;
  readonly gate: Pick<Gate, 'mayHaveLost'>;
}

/** The dependencies, and a window that is safe from changes of the clock. */
type Parts = TenderSourceDeps & { readonly window: Window };

/**
 * Lists redemptions with an unknown outcome, and captures that arrived after a redemption was
 * recorded as not captured.
 */
export function tenderSource(sourceDeps: TenderSourceDeps): AttentionSource {
  const deps = { ...sourceDeps, window: createWindow(sourceDeps) };
  const { shop, journal, clock } = deps;
  /* A redemption that moved on while the list was read no longer needs a manager. */
  const needsManager = ({ status }: TenderRecord) =>
    TENDER_STATES[status.state].forManager && isLeftOpen(status, clock.now());
  return {
    async cases() {
      const tenders = await journal.inStates(shop, TENDER_STATES_FOR_MANAGER);
      return Promise.all(tenders.filter(needsManager).map((tender) => caseOf(deps, tender)));
    },
    async find(id) {
      const tender = await journal.read(shop, id);
      return tender && needsManager(tender) ? caseOf(deps, tender) : null;
    },
  };
}

async function caseOf(deps: Parts, tender: TenderRecord): Promise<AttentionCase> {
  const candidates = await candidatesOf(deps, tender);
  return {
    item: itemOf(tender, candidates, await actionsOf(deps, tender, candidates)),
    act: (request, caller) =>
      isTenderOpen(tender.status.state)
        ? actOnUnsettled(deps, tender, request, caller)
        : actOnLate(deps, tender, request, caller),
  };
}

/**
 * Returns the rows for which the manager was called, and all rows that the issuer shows for the
 * voucher by now. While this redemption holds the voucher, a later capture of this or an earlier
 * redemption cannot be explained by any other operation. If several tills remember redemptions,
 * settling concludes nothing, so only the current rows count.
 */
async function candidatesOf(deps: TenderSourceDeps, tender: TenderRecord): Promise<readonly Candidate[]> {
  const { status, facts } = tender;
  if (status.state !== 'manager') return [];
  const listed = (await listedOrphans(deps, tender)).map(({ row }) => row);
  const visible = [...(await visibleRows(deps, searchOf(tender))).map(candidateOf), ...listed];
  const called = isContested(facts) ? [] : await unclaimedOf(deps, status.call?.candidates ?? []);
  const ids = new Set(called.map(({ transactionId }) => transactionId));
  return [...called, ...visible.filter(({ transactionId }) => !ids.has(transactionId))];
}

/** Returns the rows that no other operation has claimed since the manager was called. */
async function unclaimedOf({ journal, shop }: TenderSourceDeps, rows: readonly Candidate[]): Promise<Candidate[]> {
  const claimed = await journal.claimed(
    shop,
    rows.map(({ transactionId }) => transactionId),
  );
  return rows.filter(({ transactionId }) => !claimed.has(transactionId));
}

/**
 * No actions are offered while settling is still running. Attaching and refunding need at least one
 * row to choose.
 */
async function actionsOf(
  { refunds, shop }: TenderSourceDeps,
  { id, status }: TenderRecord,
  candidates: readonly Candidate[],
): Promise<AttentionAction[]> {
  if (status.state === 'manager') return candidates.length > 0 ? ['attach', 'refund', 'close'] : ['close'];
  if (status.state !== 'late_capture') return [];
  const refunding = (await refunds.ofTender(shop, id)).some((refund) => isRefundOpen(refund.status.state));
  return refunding ? [] : ['attach', 'refund'];
}

function itemOf(tender: TenderRecord, candidates: readonly Candidate[], actions: AttentionAction[]): AttentionItem {
  const { status } = tender;
  const isLate = status.state === 'late_capture';
  return {
    ...originOf(tender),
    kind: isLate ? 'late' : 'unsettled',
    subject: 'tender',
    last4: tender.last4,
    amount: isLate ? refundedValue(tender) : tender.requested,
    evidence: evidenceOf(tender.facts),
    candidates: [...candidates],
    actions,
  };
}

async function actOnUnsettled(
  deps: Parts,
  tender: TenderRecord,
  { action, reason, transactionId, refundId }: AttentionRequest,
  caller: Caller,
): Promise<void> {
  const note = withoutRef(reason, tender.ref);
  const by = deciderOf(caller);
  if (action === 'close') return close(deps, tender, by, note);
  const capture = captureFrom(await rowById(deps, searchOf(tender), namedRow(transactionId)), tender);
  if (capture === null) throw noSuchRow();
  const order = { id: refundId, tenderId: tender.id, reason };
  // An attached case leaves the list, so a missing approval could not be given for it afterwards.
  if (action === 'refund') await deps.managerRefunds.assertApproved(caller, order, tender, capture.captured);
  await attach(deps, tender, capture, by, note);
  if (action === 'refund') await deps.managerRefunds.refund(caller, order);
}

async function actOnLate(
  { journal, shop, managerRefunds }: TenderSourceDeps,
  tender: TenderRecord,
  { action, reason, refundId }: AttentionRequest,
  caller: Caller,
): Promise<void> {
  if (action === 'refund') return managerRefunds.refund(caller, { id: refundId, tenderId: tender.id, reason });
  const holder = await journal.holder(shop, tender.ref);
  if (holder?.kind === 'refund') throw voucherOpen(holder);
  await journal.keepLateCapture(tender, deciderOf(caller), withoutRef(reason, tender.ref));
}

/**
 * Returns captures of the voucher that were listed as orphans, closed or not. They may belong to a
 * redemption that the journal had lost.
 */
async function listedOrphans(
  { orphans, shop, mirror }: TenderSourceDeps,
  { facts, ref, createdAt }: TenderRecord,
): Promise<readonly OrphanRecord[]> {
  if (!isContested(facts) && !isRecovered(facts)) return [];
  const ofVoucher = new Set((await mirror.rowsOf(ref)).map(({ transactionId }) => transactionId));
  return (await orphans.unexplained(shop, createdAt - LIMITS.sentAgoMsMax)).filter(({ row }) =>
    ofVoucher.has(row.transactionId),
  );
}

async function attach(
  deps: TenderSourceDeps,
  tender: TenderRecord,
  capture: Capture,
  by: Decider,
  note: string,
): Promise<void> {
  const fact = { kind: 'attached', capture, by, note } as const;
  const listed = await listedOrphans(deps, tender);
  const orphan = listed.find((one) => one.row.transactionId === capture.captureId);
  if (orphan) await deps.journal.attachListed(tender, fact, orphan);
  else if (!(await deps.journal.capture(tender, fact))) throw noSuchRow();
}

async function close(deps: Parts, tender: TenderRecord, by: Decider, note: string): Promise<void> {
  const { journal, gate, settleWindowMs, window } = deps;
  const search = searchOf(tender);
  window.assertPassed(search.sentAt);
  /* One of the operations that the journal lost may have been another attempt of this one. */
  if (gate.mayHaveLost(settleWindowMs)) throw tooEarly(settleWindowMs);
  const rows = await unclaimedRows(deps, search);
  if (rows.length > 0) {
    const exact = rows.every((row) => usingValue(row, tender.ref) === magnitude(tender.requested));
    const call = newCandidatesFact(rows, exact, tender.status.call?.candidates ?? []);
    if (call) await journal.append(tender, call);
    throw rowFound();
  }
  await journal.append(tender, {
    kind: 'not_captured',
    reason: 'a manager closed it; a complete search shows no transaction',
    by,
    note,
  });
}

/** Starts at the first attempt, because a row may belong to any attempt. */
function searchOf({ ref, facts, status, createdAt }: TenderRecord): RowSearch {
  const { sentAt, offset, snapshot } = status;
  const last = facts.findLast(({ fact }) => fact.kind === 'sent');
  return {
    kind: 'capture',
    ref,
    since: sentAt ?? createdAt,
    sentAt: last?.at ?? createdAt,
    offset,
    seen: snapshot?.seen ?? [],
  };
}

/**
 * Returns what the row captured from this voucher; null unless it states that in the tender's kind
 * of value.
 */
function captureFrom(row: IssuerTransaction, { ref, requested }: TenderRecord): Capture | null {
  const captured = usingValue(row, ref);
  const right = row.currency === '' || row.currency === currencyOf(requested);
  if (!right || captured == null || captured < 1 || captured > (isItems(requested) ? ITEMS_MAX : AMOUNT_MAX))
    return null;
  return foundCapture(row.transactionId, captured);
}

function currencyOf(value: VoucherValue): string {
  return isItems(value) ? '' : value.currency;
}
