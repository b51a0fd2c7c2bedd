import type { Ceilings } from '../../../bff/access/approval/ceilings.ts';
import type { SaleLimits } from '../../../bff/access/approval/sale-limits.ts';
import type { VoucherHolds } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { type Caller, deciderOf } from '../../../bff/platform/http/caller.ts';
import type { Changes } from '../../../bff/redemption/operation/changes.ts';
import { createIdempotent, type PutResult } from '../../../bff/redemption/operation/idempotent-operations.ts';
import { notResumable } from '../../../bff/redemption/operation/problems.ts';
import type { Gate } from '../../../bff/redemption/recovery/gate.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type IssueRequest } from '../../../contract/redemption/issue-request.ts';
import {
  type IssuedVoucher,
  type IssueSummary,
  type IssueView,
  isIssueOpen,
  type PrintRequest,
  type ProductView,
  type ReleasedVoucher,
  type SendRequest,
  type SentVoucher,
  type ShowRequest,
  type TakeBackRequest,
  type UndoReturnRequest,
  type VoucherNow,
} from '../contract/issue.ts';
import { remainderOf } from './issue-facts.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';
import type { VoucherCalls } from './issuer-calls.ts';
import { noSuchVoucher, saleWasReturned } from './problems.ts';
import { catalogue, orderSumOf, type ProductDeps, productDetails, productFor } from './products.ts';
import { type ReleaseDeps, releaseEvidence, releaseVouchers } from './release-vouchers.ts';
import { statesNow } from './states.ts';
import { returnSale, undoReturn } from './take-back.ts';
import { issueSummary, issueView } from './view.ts';

export interface IssueDeps extends ProductDeps, Pick<Ports, 'log' | 'audit' | 'db'> {
  readonly journal: IssueJournal;
  readonly issuer: ProductDeps['issuer'] & Pick<VoucherCalls, 'vouchersById'>;
  readonly changes: Changes;
  /** Checked before a new issue begins. */
  readonly ceilings: Ceilings;
  readonly saleLimits: SaleLimits;
  /** No issue begins while the journal may lack operations. */
  readonly gate: Pick<Gate, 'assertOpen' | 'assertNeverArrived' | 'mayLackFacts'>;
  readonly holds: VoucherHolds;
  readonly sentPrintouts: ReleaseDeps['sentPrintouts'];
  /** Sends the next request of an issue of this server, if vouchers are missing. */
  readonly goOn: (issue: IssueRecord) => void;
}

/**
 * Issues of vouchers. Only the person who created an issue, and managers, see the issue, because
 * its vouchers are as good as money.
 */
export interface Issues {
  /** @throws as {@link catalogue} */
  products(signal?: AbortSignal): Promise<ProductView[]>;
  /** @throws as {@link productDetails} */
  product(code: string, signal?: AbortSignal): Promise<ProductView>;
  /**
   * Sells vouchers, once for each id: the same id and order again returns the current state of the
   * issue. Waits for the end up to 5 s; the requests are sent even if no caller waits.
   * @throws Problem as {@link productFor}, {@link Ceilings.admit}; 409 `issue-mismatch`; 503 if the
   * journal cannot be written
   */
  put(caller: Caller, id: string, request: IssueRequest): Promise<PutResult<IssueView>>;
  /**
   * @throws Problem 404 for an id that never arrived, or belongs to another caller; 503
   * `journal-gap` while that is uncertain
   */
  get(caller: Caller, id: string): Promise<IssueView>;
  /**
   * Returns the caller's latest issues, newest first; for a manager those of everyone, if
   * requested.
   */
  latest(caller: Caller, options?: { readonly all: boolean }): Promise<IssueSummary[]>;
  /** Stops an issue: sends no request after the one at the issuer. @throws as {@link Issues.get} */
  stop(caller: Caller, id: string): Promise<IssueView>;
  /**
   * Requests the remaining vouchers. Waits like {@link Issues.put}. @throws Problem 409
   * `nothing-to-resume`; also those of {@link Issues.get}
   */
  resume(caller: Caller, id: string): Promise<IssueView>;
  /**
   * Takes a sale back, once: puts its vouchers on hold and records the register's refund. A
   * repeated call has no effect.
   * @throws Problem 409 `order-open` if the sale has no vouchers yet or may get more, 409
   * `voucher-open` while a redemption of one of them is not confirmed; also those of
   * {@link Issues.get}
   */
  takeBack(manager: Caller, id: string, request: TakeBackRequest): Promise<IssueView>;
  /**
   * Undoes {@link Issues.takeBack}: the sale counts again, and its vouchers are released from hold.
   * A repeated call has no effect. @throws as {@link Issues.get}
   */
  undoReturn(manager: Caller, id: string, request?: UndoReturnRequest): Promise<IssueView>;
  /**
   * Returns the current state of its vouchers at the issuer, from a position on, 20 at most.
   * @throws as {@link Issues.get}, {@link statesNow}
   */
  states(caller: Caller, id: string, from: number, signal?: AbortSignal): Promise<VoucherNow[]>;
  /**
   * Records the release of vouchers for printing, and returns them.
   * @throws as {@link Issues.get}, {@link releaseVouchers}
   */
  print(caller: Caller, id: string, request: PrintRequest): Promise<ReleasedVoucher[]>;
  /**
   * Records the release of a voucher's link, and returns it; without a link, nothing is released.
   * @throws as {@link Issues.get}, {@link releaseVouchers}
   */
  send(caller: Caller, id: string, request: SendRequest): Promise<SentVoucher>;
  /**
   * Records that a voucher is shown on a screen, and returns it.
   * @throws as {@link Issues.get}, {@link releaseVouchers}
   */
  show(caller: Caller, id: string, request: ShowRequest): Promise<ReleasedVoucher>;
}

export function createIssues(deps: IssueDeps): Issues {
  const { journal, goOn } = deps;
  async function view(issue: IssueRecord, isOwnOrder = false): Promise<IssueView> {
    const [vouchers, evidence] = await Promise.all([journal.vouchers(issue), releaseEvidence(deps, issue)]);
    return issueView(issue, { vouchers, evidence, isOwnOrder });
  }
  const used = { usedFor: 'another issue', mismatch: 'issue-mismatch' } as const;
  const idempotent = createIdempotent({ ...deps, ...used, kind: 'issue', isOpen: isIssueOpen, maySee });
  const releasing: ReleaseDeps = { ...deps, decide: idempotent.decide };

  return {
    products: (signal) => catalogue(deps, signal),
    product: (code, signal) => productDetails(deps, code, signal),
    put(caller, id, { pin, ...request }) {
      const { shop, device, person } = caller;
      const { productCode, quantity, faceValue = null, clientReference = null } = request;
      const order = { productCode, quantity, faceValue, clientReference };
      return idempotent.put({
        id,
        caller,
        request: { shop, personId: person.id, order },
        deadline: idempotent.deadline(),
        async prepare() {
          deps.gate.assertOpen();
          const product = await productFor(deps, order);
          const count = orderSumOf(order, product);
          const details = { quantity, product: productCode, amount: count, currency: deps.currency };
          await idempotent.readJournal(
            id,
            deps.ceilings.admit(caller, { id, wish: { kind: 'issue', order: request }, count, pin, details }),
          );
          return product;
        },
        begin: (product) =>
          journal.begin({ id, shop, device, person, order, productName: product?.name ?? null, care: request.care }),
        view: (issue) => view(issue, true),
      });
    },
    get: async (caller, id) => view(await idempotent.findVisibleTo(caller, id)),
    async latest({ shop, person }, { all } = { all: false }) {
      const personId = all && person.role === 'manager' ? null : person.id;
      return (await journal.latestOf(shop, personId, LIMITS.mineMax)).map(issueSummary);
    },
    async states(caller, id, from, signal) {
      return statesNow(deps.issuer, await journal.vouchers(await idempotent.findVisibleTo(caller, id)), from, signal);
    },
    async stop(caller, id) {
      const stopped = await idempotent.decide(caller, id, async (issue) => {
        const { state, stop, request } = issue.status;
        const wantsMore = remainderOf(issue.status) > (request?.quantity ?? 0);
        if (!isIssueOpen(state) || stop !== null || !wantsMore) return issue;
        return journal.append(issue, { kind: 'stopped', why: 'asked', by: deciderOf(caller) });
      });
      return view(stopped);
    },
    async resume(caller, id) {
      const deadline = idempotent.deadline();
      await idempotent.decide(caller, id, async (issue) => {
        const { state, stop, takenBack } = issue.status;
        if (takenBack !== null) throw saleWasReturned();
        deps.gate.assertOpen();
        if (state === 'done' || (isIssueOpen(state) && stop === null)) throw notResumable();
        const resumed = await journal.resume(issue, deciderOf(caller));
        goOn(resumed);
        return resumed;
      });
      return view(await idempotent.waitForFinal(caller.shop, id, deadline));
    },
    takeBack: async (manager, id, request) =>
      view(await returnSale({ ...deps, decide: idempotent.decide }, manager, id, request)),
    undoReturn: async (manager, id, request = {}) =>
      view(await undoReturn({ ...deps, decide: idempotent.decide }, manager, id, request)),
    print: (caller, id, { print, reason = null }) =>
      releaseVouchers(releasing, caller, id, { channel: 'print', id: print, which: 'all', reason }),
    async send(caller, id, { sending, position, reason = null }) {
      const request = { channel: 'send', id: sending, which: position, reason } as const;
      const isReleasable = (voucher: IssuedVoucher) => linkOf(voucher) !== null;
      const [voucher] = await releaseVouchers(releasing, caller, id, { ...request, isReleasable });
      const link = voucher === undefined ? null : linkOf(voucher);
      return { link, pin: link === null ? null : (voucher?.pin ?? null) };
    },
    async show(caller, id, { showing, position, reason = null }) {
      const request = { channel: 'show', id: showing, which: position, reason } as const;
      const [voucher] = await releaseVouchers(releasing, caller, id, request);
      if (voucher === undefined) throw noSuchVoucher();
      return voucher;
    },
  };
}

function maySee({ person }: Caller, issue: IssueRecord): boolean {
  return person.role === 'manager' || issue.person.id === person.id;
}

/** Returns the address of the voucher's web page, which customers open; null if it has none. */
function linkOf({ shortUrl, url }: IssuedVoucher): string | null {
  const isLink = (text: string | null): text is string =>
    text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return [shortUrl, url].find(isLink) ?? null;
}
