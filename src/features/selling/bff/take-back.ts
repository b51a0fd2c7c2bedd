import type { VoucherHolds } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { type Caller, deciderOf } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { accountOf } from '../../../bff/platform/store/in-account.ts';
import type { IdempotentOperations } from '../../../bff/redemption/operation/idempotent-operations.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import type { TakeBackRequest, UndoReturnRequest } from '../contract/issue.ts';
import { mayTakeBack } from './issue-facts.ts';
import type { IssueIdentity, IssueJournal, IssueRecord } from './issue-store.ts';
import { orderStillOpen } from './problems.ts';

interface TakeBackDeps extends Pick<Ports, 'clock'>, Pick<IdempotentOperations<IssueRecord, IssueIdentity>, 'decide'> {
  readonly journal: Pick<IssueJournal, 'vouchers' | 'recordRelease'>;
  readonly holds: VoucherHolds;
}

/** @throws as `Issues.takeBack` */
export function returnSale(
  { journal, holds, clock, decide }: TakeBackDeps,
  manager: Caller,
  id: string,
  { id: request, reason, receiptNo }: TakeBackRequest,
): Promise<IssueRecord> {
  return decide(manager, id, async (issue) => {
    const { takenBack, returns } = issue.status;
    if (takenBack !== null || (request !== undefined && returns.includes(request))) return issue;
    if (!mayTakeBack(issue.status)) throw orderStillOpen();
    const refs = (await journal.vouchers(issue)).map(({ code }) => code);
    const decision = { by: deciderOf(manager), reason, receiptNo: receiptNo ?? null };
    const fact = { kind: 'taken_back', ...decision, ...(request !== undefined && { id: request }) } as const;
    return journal.recordRelease(issue, fact, async (tx) => {
      if (!(await lockVouchers(tx, issue, clock.now()))) throw refuse('voucher-open');
      await holds.putAll(tx, manager, { subject: id, refs, reason });
    });
  });
}

/** @throws as `Issues.undoReturn` */
export function undoReturn(
  { journal, holds, decide }: Omit<TakeBackDeps, 'clock'>,
  manager: Caller,
  id: string,
  { at }: UndoReturnRequest,
): Promise<IssueRecord> {
  return decide(manager, id, async (issue) => {
    const { takenBack } = issue.status;
    if (takenBack === null || (at !== undefined && Date.parse(at) !== takenBack.at)) return issue;
    const refs = (await journal.vouchers(issue)).map(({ code }) => code);
    const of = { subject: id, refs, since: takenBack.at };
    const fact = { kind: 'return_undone', by: deciderOf(manager) } as const;
    return journal.recordRelease(issue, fact, (tx) => holds.releaseAll(tx, manager, of));
  });
}

/** The state of rows that exist only within a transaction. */
const LOCKING = 'locking';

/**
 * Returns false if an operation on a voucher of the issue is open. If none is, none can begin
 * before the transaction ends, because the unique index of open operations makes it wait.
 */
async function lockVouchers(tx: Tx, { id, shop }: Pick<IssueRecord, 'id' | 'shop'>, at: number): Promise<boolean> {
  const vouchers = tx.selectFrom('issued_voucher').where('issue_id', '=', id);
  const hashes = await vouchers.select('ref_hash').distinct().execute();
  const values = { shop, kind: 'issue', device_id: null, state: LOCKING, open: 1, version: 0, owner: null } as const;
  let isFree = true;
  for (const { ref_hash } of hashes) {
    const own = { id: `${id} ${ref_hash}`, account: accountOf(shop), lock_hash: ref_hash };
    const row = { ...values, ...own, created_at: at, changed_at: at };
    const inserting = tx
      .insertInto('operation')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    isFree &&= (await inserting.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows === 1n;
  }
  const locks = tx.deleteFrom('operation').where('shop', '=', shop).where('kind', '=', 'issue');
  await locks.where('state', '=', LOCKING).execute();
  return isFree;
}
