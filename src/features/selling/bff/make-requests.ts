import type { IssuerAdmin } from '../../../bff/issuer/admin-port.ts';
import { lostOrMismatch } from '../../../bff/issuer/mismatch.ts';
import { hashedUuid, type Keys } from '../../../bff/platform/base/keys.ts';
import type { Logger } from '../../../bff/platform/base/logging.ts';
import type { Run, Runs } from '../../../bff/redemption/operation/runs.ts';
import type { FollowUp } from '../../../bff/redemption/settle/cases.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isIssueOpen } from '../contract/issue.ts';
import { type OpenRequest, remainderOf } from './issue-facts.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';
import { type IssueAnswer, requestVouchers, writeVouchers } from './request-vouchers.ts';

interface MakeRequestsDeps {
  readonly journal: IssueJournal;
  readonly issuer: Pick<IssuerAdmin, 'issue'>;
  readonly keys: Pick<Keys, 'hash'>;
  /** Settles a request whose answer was lost. */
  readonly lookAfter: FollowUp;
  readonly log: Logger;
  /** Aborted when the server stops: no further request is sent then. */
  readonly stopping: AbortSignal;
}

/** The result of a request; kept here until it is in the journal. */
interface Answered {
  readonly key: string;
  readonly answer: IssueAnswer;
}

/**
 * Requests the rest of an issue from the issuer, at most 20 vouchers at a time. The key of each
 * request is on the disk before its first byte leaves, and its answer before the next request.
 *
 * | the request ends with | conclusion |
 * |---|---|
 * | all its vouchers | the next one is sent |
 * | some of them (207), or fewer without a reason | they are kept; a person decides about the rest
 * |
 * | an allow-listed refusal with a code | a person decides about the rest |
 * | no connection | it is stopped, and waits for a person |
 * | anything else, including silence | unknown: settling repeats it with the same key |
 */
function makeRequests(deps: MakeRequestsDeps, { id, shop, standing: { run } }: IssueRecord): Run<IssueRecord> {
  const { journal, issuer, keys, lookAfter, log, stopping } = deps;
  let answered: Answered | null = null;

  async function send(issue: IssueRecord, request: OpenRequest): Promise<IssueRecord> {
    const { key } = request;
    answered = { key, answer: { outcome: 'unknown', reason: 'the request was cut short' } };
    answered = { key, answer: await requestVouchers(issuer, issue, request) };
    return issue;
  }

  function write(issue: IssueRecord, { key, answer }: Answered): Promise<IssueRecord> {
    const { request } = issue.standing;
    if (request?.key !== key) return Promise.resolve(issue);
    if (answer.outcome === 'succeeded' || answer.outcome === 'partial') return writeVouchers(journal, issue, answer);
    /* Another server took it over meanwhile and repeats the request; from a call that ran
       concurrently, only vouchers are accepted. */
    if (request.state !== 'sent') return Promise.resolve(issue);
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
      const { request, state } = issue.standing;
      if (issue.standing.run !== run || !isIssueOpen(state)) {
        log.info({ operationId: id, kind: 'issue', state }, 'came to rest');
        return null;
      }
      if (request?.state === 'sent') return send(issue, request);
      if (request !== null) {
        lookAfter('issue', id);
        return null;
      }
      if (stopping.aborted) return journal.append(issue, { kind: 'stopped', why: 'server-stopped', by: null });
      const quantity = Math.min(LIMITS.issueRequestMax, remainderOf(issue.standing));
      return journal.append(issue, { kind: 'sent', key: keyOfNext(keys, issue), quantity });
    },
  };
}

/**
 * Returns the Idempotency-Key of the next request, in the form of a UUID v4.
 *
 * It depends on the issue and on how many answers had vouchers. If the journal lost an issue and it
 * is requested again, the issuer therefore returns the vouchers that it created for it. A request
 * that never left, or was refused, gets the same key again: the journal may lose the refusal, and
 * with another key the vouchers would be issued twice.
 */
function keyOfNext(keys: Pick<Keys, 'hash'>, { id, facts }: IssueRecord): string {
  const answers = facts.filter(({ fact }) => fact.kind === 'issued').length;
  return hashedUuid(keys, `issue ${id} ${answers}`);
}

/** Sends the next request of an issue of this server, if there is one. */
export type GoOn = (issue: IssueRecord, followUp: FollowUp) => void;

export interface GoOnDeps extends Omit<MakeRequestsDeps, 'lookAfter' | 'stopping'> {
  readonly runs: Runs;
  readonly serverId: number;
}

/** Starts runs of issues, each once. */
export function createGoOn({ runs, serverId, ...deps }: GoOnDeps): GoOn {
  return (issue, followUp) => {
    const { state, server } = issue.standing;
    if (isIssueOpen(state) && server === serverId)
      runs.start(makeRequests({ ...deps, lookAfter: followUp, stopping: runs.stopping }, issue), issue);
  };
}
