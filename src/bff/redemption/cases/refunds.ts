import { magnitude } from '../../../contract/money/money.ts';
import type { AttentionAction, AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import { REFUND_STATES_FOR_MANAGER } from '../../../contract/redemption/refund.ts';
import { REFUND_STATES } from '../../../contract/redemption/states.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import { withoutRef } from '../../issuer/wire/vouchers-info.ts';
import type { Decider } from '../../platform/base/decider.ts';
import { type Caller, deciderOf } from '../../platform/http/caller.ts';
import { evidenceOf } from '../journal/evidence.ts';
import { isContestedRefund } from '../journal/refund-facts.ts';
import type { RefundJournal, RefundRecord } from '../journal/refund-store.ts';
import { usingValue } from '../settle/candidates.ts';
import { refundedValue, refundSearch } from '../settle/refund-case.ts';
import { createWindow, type Window } from '../settle/window.ts';
import { noSuchRow, rowFound } from './problems.ts';
import { type RowDeps, type RowSearch, rowById, unclaimedRows } from './rows.ts';
import { type AttentionCase, type AttentionSource, originOf } from './source.ts';
import { isLeftOpen, namedRow, newCandidatesFact } from './unsettled.ts';

export interface RefundSourceDeps extends RowDeps {
  readonly refunds: RefundJournal;
  readonly settleWindowMs: number;
}

/** The dependencies, and a window that is safe from changes of the clock. */
type Parts = RefundSourceDeps & { readonly window: Window };

/** Lists refunds with an unknown outcome. */
export function refundSource(sourceDeps: RefundSourceDeps): AttentionSource {
  const deps = { ...sourceDeps, window: createWindow(sourceDeps) };
  const { shop, refunds, clock } = deps;
  /* A refund that moved on while the list was read no longer needs a manager. */
  const needsManager = ({ status }: RefundRecord) =>
    REFUND_STATES[status.state].forManager && isLeftOpen(status, clock.now());
  return {
    async cases() {
      const open = await refunds.inStates(shop, REFUND_STATES_FOR_MANAGER);
      return open.filter(needsManager).map((refund) => caseOf(deps, refund));
    },
    async find(id) {
      const refund = await refunds.read(shop, id);
      return refund && needsManager(refund) ? caseOf(deps, refund) : null;
    },
  };
}

function caseOf(deps: Parts, refund: RefundRecord): AttentionCase {
  return { item: itemOf(refund), act: (request, caller) => act(deps, refund, request, caller) };
}

/** No actions are offered while settling is still running. */
function actionsOf({ state, call }: RefundRecord['status']): AttentionAction[] {
  if (state !== 'manager') return [];
  return call?.candidates.length ? ['attach', 'close'] : ['close'];
}

function itemOf(refund: RefundRecord): AttentionItem {
  const { tender, status, facts } = refund;
  return {
    ...originOf(refund),
    kind: 'unsettled',
    subject: 'refund',
    last4: tender.last4,
    amount: refundedValue(tender),
    evidence: evidenceOf(facts),
    candidates: [...(status.call?.candidates ?? [])],
    actions: actionsOf(status),
  };
}

async function act(
  deps: Parts,
  refund: RefundRecord,
  { action, reason, transactionId }: AttentionRequest,
  caller: Caller,
): Promise<void> {
  const note = withoutRef(reason, refund.tender.ref);
  const by = deciderOf(caller);
  const search = await searchOf(deps, refund);
  if (action === 'close') return close(deps, refund, search, by, note);
  const row = await rowById(deps, widened(search, refund), namedRow(transactionId));
  const fact = { kind: 'refunded', refundId: row.transactionId, evidence: 'attached', by, note } as const;
  if (!(await deps.refunds.refunded(refund, fact))) throw noSuchRow();
}

async function close(deps: Parts, refund: RefundRecord, search: RowSearch, by: Decider, note: string): Promise<void> {
  const { refunds, window } = deps;
  window.assertPassed(search.sentAt);
  /* If the journal had lost the refund, a manager may decide that a row belongs to another
     redemption. */
  const judged = new Set(contestedRows(refund).map(({ transactionId }) => transactionId));
  const rows = (await unclaimedRows(deps, search)).filter(({ transactionId }) => !judged.has(transactionId));
  if (rows.length > 0) {
    const exact = rows.every((row) => usingValue(row, refund.tender.ref) === magnitude(refundedValue(refund.tender)));
    const call = newCandidatesFact(rows, exact, refund.status.call?.candidates ?? []);
    if (call) await refunds.append(refund, call);
    throw rowFound();
  }
  await refunds.append(refund, {
    kind: 'not_refunded',
    reason: 'a manager closed it; a complete search shows no transaction',
    by,
    note,
  });
}

/** Returns rows that are older than a contested refund. A manager decides about them. */
function contestedRows({ facts, status }: RefundRecord): readonly Candidate[] {
  return isContestedRefund(facts) ? (status.call?.candidates ?? []) : [];
}

/**
 * Widens the search to contested rows, which are older than the refund and were already listed when
 * it began.
 */
function widened(search: RowSearch, refund: RefundRecord): RowSearch {
  const contested = contestedRows(refund);
  if (contested.length === 0) return search;
  const ids = new Set(contested.map(({ transactionId }) => transactionId));
  const times = contested.map(({ at }) => (at === null ? search.since : Date.parse(at)));
  return {
    ...search,
    since: Math.min(search.since, ...times),
    seen: search.seen.filter((id) => !ids.has(id)),
  };
}

async function searchOf({ refunds }: RefundSourceDeps, refund: RefundRecord): Promise<RowSearch> {
  const { shop, tender, status, createdAt } = refund;
  const { since, seen } = refundSearch(refund, await refunds.ofTender(shop, tender.id));
  return {
    kind: 'refund',
    ref: tender.ref,
    since,
    sentAt: status.sentAt ?? createdAt,
    offset: status.offset,
    seen: seen ?? [],
  };
}
