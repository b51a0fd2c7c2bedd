import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { Stale } from '../../../bff/redemption/operation/stale.ts';
import type { CaseKind, FollowUp } from '../../../bff/redemption/settle/cases.ts';
import { isManagerDue } from '../../../bff/redemption/settle/schedule.ts';
import { restartWindow, type Watch } from '../../../bff/redemption/settle/settle.ts';
import { isIssueOpen } from '../contract/issue.ts';
import type { OpenRequest } from './issue-facts.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';
import type { VoucherCalls } from './issuer-calls.ts';
import { type IssueAnswer, requestVouchers, writeVouchers } from './request-vouchers.ts';

export interface IssueCaseDeps extends Pick<Ports, 'shop' | 'clock'> {
  readonly journal: IssueJournal;
  readonly issuer: Pick<VoucherCalls, 'issue'>;
  readonly settleWindowMs: number;
  readonly serverId: number;
  /**
   * Sends the next request of an issue whose answer has arrived, or that this server lost track of.
   */
  readonly goOn: (issue: IssueRecord, followUp: FollowUp) => void;
}

/**
 * Resolves a lost answer by repeating the request with the same key.
 *
 * | the issuer answers | conclusion |
 * |---|---|
 * | with vouchers, all or some | they are ours |
 * | with a refusal, W after the last request without an answer | nothing was issued with this key |
 * | with an earlier refusal | an earlier request may still take effect: repeat |
 * | that the token is rejected | an earlier request may have taken effect: repeat |
 * | anything else | repeat; a manager is called after ten minutes |
 *
 * An issue that another server left behind gets the answer that it was waiting for, and no further
 * request without a person.
 */
export function issueCases(deps: IssueCaseDeps): CaseKind {
  const { shop, journal, serverId, goOn } = deps;

  /** Records an attempt of a stopped server as lost before settling continues. */
  async function adoptIssue(issue: IssueRecord): Promise<IssueRecord> {
    const { state, stop, request, server } = issue.status;
    if (!isIssueOpen(state) || server === serverId) return issue;
    if (stop === null)
      return adoptIssue(await journal.append(issue, { kind: 'stopped', why: 'server-stopped', by: null }));
    if (request?.state !== 'sent') return issue;
    const reason = 'the server stopped while waiting for the response';
    return adoptIssue(await journal.append(issue, { kind: 'unknown', reason, evidence: 'server-stopped' }));
  }

  async function findRecord(id: string): Promise<IssueRecord | null> {
    for (;;) {
      const issue = await journal.read(shop, id);
      try {
        return issue && (await adoptIssue(issue));
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
      }
    }
  }

  return {
    kind: 'issue',
    adopt: (alive) => journal.adopt(shop, alive),
    async find(id, followUp) {
      const issue = await findRecord(id);
      if (!issue || !isIssueOpen(issue.status.state)) return null;
      const { request } = issue.status;
      if (!isAskable(request)) {
        goOn(issue, followUp);
        return null;
      }
      return {
        last4: null,
        withManager: request.state === 'manager',
        async ask(watch) {
          /* The issue may have changed while the request waited for its turn. */
          const now = (await journal.read(shop, id)) ?? issue;
          const { request: open } = now.status;
          const result = isAskable(open)
            ? await queryIssuer(deps, now, open, watch)
            : { issue: now, settled: null, watch };
          if (result.settled) goOn(result.settled, followUp);
          return { watch: result.watch, state: result.issue.status.state };
        },
      };
    },
  };
}

function isAskable(request: OpenRequest | null): request is OpenRequest {
  return request?.state === 'unknown' || request?.state === 'manager';
}

async function queryIssuer(
  deps: IssueCaseDeps,
  issue: IssueRecord,
  request: OpenRequest,
  watch: Watch,
): Promise<{ issue: IssueRecord; settled: IssueRecord | null; watch: Watch }> {
  const { journal, clock } = deps;
  const answer = await requestVouchers(deps.issuer, issue, request);
  const next = answer.outcome === 'unknown' ? restartWindow(watch, clock) : watch;
  const settled = await settle(deps, issue, answer, watch);
  if (settled) return { issue: settled, settled, watch: next };
  const elapsedMs = clock.monotonic() - watch.beganMs;
  if (!isManagerDue({ elapsedMs, withManager: request.state === 'manager' })) return { issue, settled, watch: next };
  const reason = 'reason' in answer ? answer.reason : answer.outcome;
  return {
    issue: await journal.append(issue, { kind: 'manager', reason, evidence: 'issuer-silent' }),
    settled,
    watch: next,
  };
}

/** Returns null if the outcome stays unknown after the answer. */
async function settle(
  { journal, clock, settleWindowMs }: IssueCaseDeps,
  issue: IssueRecord,
  answer: IssueAnswer,
  { startedMs }: Watch,
): Promise<IssueRecord | null> {
  switch (answer.outcome) {
    case 'succeeded':
    case 'partial':
      return writeVouchers(journal, issue, answer);
    case 'declined':
      if (answer.isCallerRejected || clock.monotonic() - startedMs < settleWindowMs) return null;
      return journal.append(issue, { kind: 'declined', refusal: answer.refusal });
    case 'not-sent':
    case 'not-configured':
    case 'unknown':
      return null;
    default:
      return answer satisfies never;
  }
}
