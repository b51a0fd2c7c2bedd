import { type IssueRequest, type IssueSummary, type IssueView, isIssueOpen, type ProductView } from '../../contract/issue.ts';
import { LIMITS } from '../../contract/limits.ts';
import { nothingToResume } from '../activation/problems.ts';
import { atRest } from '../at-rest.ts';
import type { Caller } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import type { Changes } from '../journal/changes.ts';
import { remainderOf } from '../journal/issue-facts.ts';
import type { IssueRecord, Order } from '../journal/issue-store.ts';
import type { Decider } from '../journal/snapshot.ts';
import { Stale } from '../journal/stale.ts';
import { describeError } from '../logging.ts';
import type { Runs } from '../runs.ts';
import { journalClosed } from '../tender/problems.ts';
import { type MakeRequestsDeps, makeRequests } from './make-requests.ts';
import { issueMismatch, noSuchIssue } from './problems.ts';
import { catalogue, type ProductDeps, productFor } from './products.ts';
import { issueSummary, issueView } from './view.ts';

export interface IssueDeps extends Omit<MakeRequestsDeps, 'stopping' | 'issuer'>, ProductDeps {
  readonly issuer: MakeRequestsDeps['issuer'] & ProductDeps['issuer'];
  readonly changes: Changes;
  readonly runs: Runs;
  /** This server. */
  readonly serverId: number;
}

/** Issues of vouchers. Only whoever made an issue, and managers, see it: its vouchers are money. */
export interface Issues {
  /** @throws as {@link catalogue} */
  products(signal?: AbortSignal): Promise<ProductView[]>;
  /**
   * Sells vouchers, once for an id: the same id and order again answers with the issue as it stands. Waits for the end up to 5 s; the
   * requests are made whoever waits.
   * @throws Problem as {@link productFor}; 409 `issue-mismatch`; 503 when the journal cannot be written
   */
  put(caller: Caller, id: string, request: IssueRequest): Promise<{ issue: IssueView; isNew: boolean }>;
  /** @throws Problem 404 for an id that never arrived, or is somebody else's */
  get(caller: Caller, id: string): Promise<IssueView>;
  /** The caller's own latest, newest first. */
  mine(caller: Caller): Promise<IssueSummary[]>;
  /** Makes no request after the one that is with the issuer. @throws as {@link Issues.get} */
  stop(caller: Caller, id: string): Promise<IssueView>;
  /** Asks for the remainder. Waits like {@link Issues.put}. @throws Problem 409 `nothing-to-resume`; as {@link Issues.get} */
  resume(caller: Caller, id: string): Promise<IssueView>;
  /** Makes the next request of an issue that this server looks after, where there is one to make. */
  goOn(issue: IssueRecord): void;
}

export function createIssues(deps: IssueDeps): Issues {
  const { journal, clock, log, runs, serverId } = deps;

  function goOn(issue: IssueRecord): void {
    const { state, server } = issue.standing;
    if (isIssueOpen(state) && server === serverId) runs.start(makeRequests({ ...deps, stopping: runs.stopping }, issue), issue);
  }

  async function read(caller: Caller, id: string): Promise<IssueRecord> {
    const issue = await journal.read(caller.shop, id);
    if (!issue || !maySee(caller, issue)) throw noSuchIssue();
    goOn(issue);
    return issue;
  }

  const view = async (issue: IssueRecord) => issueView(issue, await journal.vouchers(issue));

  async function viewAtRest(caller: Caller, id: string, deadline: number): Promise<IssueView> {
    const isOpen = ({ standing }: IssueRecord) => isIssueOpen(standing.state);
    return view(await atRest(deps, { id, deadline, isOpen, read: async () => (await journal.read(caller.shop, id)) ?? neverRead() }));
  }

  /** What is asked before anything is sent: where the journal cannot be had, nothing will be. */
  async function orClosed<T>(id: string, asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Problem || error instanceof Stale) throw error;
      log.error({ tenderId: id, kind: 'issue', ...describeError(error) }, 'the journal cannot be used');
      throw journalClosed();
    }
  }

  /** Reads, decides and writes, again where somebody else wrote in between. */
  async function decide(caller: Caller, id: string, act: (issue: IssueRecord) => Promise<IssueRecord>): Promise<IssueRecord> {
    for (;;) {
      const issue = await orClosed(id, read(caller, id));
      try {
        return await orClosed(id, act(issue));
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
      }
    }
  }

  async function begin({ shop, device, person }: Caller, id: string, order: Order) {
    const known = await orClosed(id, journal.recall(id, { shop, personId: person.id, order }));
    if (known.outcome !== 'none') return known;
    const product = await productFor(deps, order);
    return orClosed(id, journal.begin({ id, shop, device, person, order, productName: product?.name ?? null }));
  }

  return {
    goOn,
    products: (signal) => catalogue(deps, signal),
    async put(caller, id, { productCode, quantity, faceValue = null, clientReference = null }) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      const begun = await begin(caller, id, { productCode, quantity, faceValue, clientReference });
      if (begun.outcome === 'different') throw issueMismatch();
      goOn(begun.issue);
      return { issue: await viewAtRest(caller, id, deadline), isNew: begun.outcome === 'new' };
    },
    get: async (caller, id) => view(await read(caller, id)),
    mine: async ({ shop, person }) => (await journal.latestOf(shop, person.id, LIMITS.mineMax)).map(issueSummary),
    async stop(caller, id) {
      const stopped = await decide(caller, id, async (issue) => {
        const { state, stop, request } = issue.standing;
        const wantsMore = remainderOf(issue.standing) > (request?.quantity ?? 0);
        if (!isIssueOpen(state) || stop !== null || !wantsMore) return issue;
        return journal.append(issue, { kind: 'stopped', why: 'asked', by: deciderOf(caller) });
      });
      return view(stopped);
    },
    async resume(caller, id) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      await decide(caller, id, async (issue) => {
        const { state, stop } = issue.standing;
        if (state === 'done' || (isIssueOpen(state) && stop === null)) throw nothingToResume();
        const resumed = await journal.resume(issue, deciderOf(caller));
        goOn(resumed);
        return resumed;
      });
      return viewAtRest(caller, id, deadline);
    },
  };
}

function maySee({ person }: Caller, issue: IssueRecord): boolean {
  return person.role === 'manager' || issue.person.id === person.id;
}

function deciderOf({ person }: Caller): Decider {
  return { personId: person.id, person: person.name };
}

function neverRead(): never {
  throw new Error('An issue that was there is gone');
}
