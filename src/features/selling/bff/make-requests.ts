import { lostOrMismatch } from '../../../bff/issuer/mismatch.ts';
import { hashedUuid, type Keys } from '../../../bff/platform/base/keys.ts';
import type { Logger } from '../../../bff/platform/base/logging.ts';
import type { Run, Runs } from '../../../bff/redemption/operation/runs.ts';
import type { FollowUp } from '../../../bff/redemption/settle/cases.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isIssueOpen } from '../contract/issue.ts';
import { type OpenRequest, remainderOf } from './issue-facts.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';
import type { VoucherCalls } from './issuer-calls.ts';
import { type IssueAnswer, requestVouchers, writeVouchers } from './request-vouchers.ts';

interface MakeRequestsDeps {
  readonly journal: IssueJournal;
  readonly issuer: Pick<VoucherCalls, 'issue'>;
  readonly keys: Pick<Keys, 'hash'>;
  /** Settles a request whose answer was lost. */
  readonly followUp: FollowUp;
  readonly log: Logger;
  /** Aborted when the server stops: no further request is sent then. */
  readonly stopping: AbortSignal;
}

/** The result of a request; in memory until it is in the journal. */
interface RequestResult {
  readonly key: string;
  readonly answer: IssueAnswer;
}

/**
 * Requests the missing vouchers of an issue from the issuer, at most 20 vouchers at a time. The key
 * of each request is on the disk before its first byte leaves, and its answer before the next
 * request.
 *
 * | the request ends with | conclusion |
 * |---|---|
 * | all its vouchers | the next one is sent |
 * | some of them (207), or fewer without a reason | stored; a person decides about the rest |
 * | an allow-listed refusal with a code, or a rejected token | a person decides about the rest |
 * | a voucher that the shop has already | unknown, because the answer is that of another order |
 * | no connection | it is stopped, and waits for a person |
 * | anything else, including silence | unknown: settling repeats it with the same key |
 */
function makeRequests(deps: MakeRequestsDeps, { id, shop, status: { run } }: IssueRecord): Run<IssueRecord> {
  const { journal, issuer, keys, followUp, log, stopping } = deps;
  let answered: RequestResult | null = null;

  async function send(issue: IssueRecord, request: OpenRequest): Promise<IssueRecord> {
    const { key } = request;
    answered = { key, answer: { outcome: 'unknown', reason: 'the request was interrupted' } };
    answered = { key, answer: await requestVouchers(issuer, issue, request) };
    return issue;
  }

  async function write(issue: IssueRecord, { key, answer }: RequestResult): Promise<IssueRecord> {
    const { request } = issue.status;
    if (request?.key !== key) return issue;
    if (answer.outcome === 'succeeded' || answer.outcome === 'partial') {
      const written = await writeVouchers(journal, issue, answer);
      if (written !== null || request.state !== 'sent') return written ?? issue;
      const reason = 'the answer names a voucher of another order';
      return journal.append(issue, { kind: 'unknown', reason, evidence: 'answer-mismatch' });
    }
    /* Another server has taken the issue over and repeats the request, so only vouchers are
       accepted from this call. */
    if (request.state !== 'sent') return issue;
    switch (answer.outcome) {
      case 'declined':
        return journal.append(issue, { kind: 'declined', refusal: answer.refusal });
      case 'not-sent':
        return journal.append(issue, { kind: 'not_sent', reason: answer.reason });
      case 'not-configured':
        return journal.append(issue, { kind: 'not_sent', reason: 'not configured' });
      case 'unknown':
        return journal.append(issue, { kind: 'unknown', reason: answer.reason, evidence: lostOrMismatch(answer) });
      default:
        return answer satisfies never;
    }
  }

  return {
    kind: 'issue',
    id,
    number: run,
    read: () => journal.read(shop, id),
    async step(issue) {
      if (answered !== null) {
        const written = await write(issue, answered);
        answered = null;
        return written;
      }
      const { request, state } = issue.status;
      if (issue.status.run !== run || !isIssueOpen(state)) {
        log.info({ operationId: id, kind: 'issue', state }, 'stopped at a final state');
        return null;
      }
      if (request?.state === 'sent') return send(issue, request);
      if (request !== null) {
        followUp('issue', id);
        return null;
      }
      if (stopping.aborted) return journal.append(issue, { kind: 'stopped', why: 'server-stopped', by: null });
      const quantity = Math.min(LIMITS.issueRequestMax, remainderOf(issue.status));
      return journal.append(issue, { kind: 'sent', key: keyOfNext(keys, issue), quantity });
    },
  };
}

/**
 * Returns the Idempotency-Key of the next request, in the form of a UUID v4.
 *
 * It depends on the issue and on how many answers had vouchers. If the journal lost an issue and it
 * is requested again, the issuer therefore returns the vouchers that it created for it. A request
 * that was never sent, or refused, gets the same key again, because with another key a journal that
 * lost that fact would issue vouchers twice.
 */
function keyOfNext(keys: Pick<Keys, 'hash'>, { id, facts }: IssueRecord): string {
  const answers = facts.filter(({ fact }) => fact.kind === 'issued').length;
  return hashedUuid(keys, `issue ${id} ${answers}`);
}

/** Sends the next request of an issue of this server, if vouchers are missing. */
export type ContinueIssue = (issue: IssueRecord, followUp: FollowUp) => void;

export interface ContinueIssueDeps extends Omit<MakeRequestsDeps, 'followUp' | 'stopping'> {
  readonly runs: Runs;
  readonly serverId: number;
}

/** Starts runs of issues, each once. */
export function createContinueIssue({ runs, serverId, ...deps }: ContinueIssueDeps): ContinueIssue {
  return (issue, followUp) => {
    const { state, server } = issue.status;
    if (isIssueOpen(state) && server === serverId)
      runs.start(makeRequests({ ...deps, followUp: followUp, stopping: runs.stopping }, issue), issue);
  };
}
