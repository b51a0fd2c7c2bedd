import type { Transaction } from 'kysely';
import type { ApprovableOperation, Approval, ApprovalRequest } from '../../../contract/access/approval.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { TrailDetails } from '../../../contract/platform/audit.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import { requestedValue } from '../../../contract/redemption/tender.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { admit, type Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { OtherManagers } from '../people/other-managers.ts';
import type { PinCheck } from '../people/pin-check.ts';
import { createDeviceLimit } from '../rate-limits/device-limit.ts';
import { operationHash, type PendingRequest } from './operation-hash.ts';
import { notAManager } from './problems.ts';

/** Approvals by managers who are not signed in. */
export interface Approvals {
  /**
   * Approves one request of the caller, which has to begin within {@link LIMITS.approvalMs}. A
   * manager entered the PIN for it at the caller's till.
   * @throws Problem 403 `not-allowed` if the approver is no manager, or the caller's role may not
   * make such a request; `new-manager`; those of {@link PinCheck}
   */
  approve(caller: Caller, id: string, request: ApprovalRequest): Promise<Approval>;
  /**
   * Records that a request was not made because the customer may be the victim of a scam.
   * @throws Problem 403 `not-allowed` for a role that may not make such a request; 429 `slow-down`
   */
  suspect(caller: Caller, id: string, operation: ApprovableOperation): Promise<void>;
  /**
   * Returns the manager whose approval covers exactly this request; null without one. The approval
   * stays usable.
   */
  approverOf(caller: Caller, request: PendingRequest): Promise<string | null>;
  /**
   * Uses up the approval of this request, if it has an approval.
   * @returns the id of the manager; null without an approval
   */
  use(tx: Transaction<Schema>, caller: Caller, request: PendingRequest): Promise<string | null>;
}

export type ApprovalKeys = Pick<Keys, 'hash'>;

export interface ApprovalsOptions extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly keys: ApprovalKeys;
  readonly checkPin: PinCheck;
  readonly otherManagers: Pick<OtherManagers, 'assertMayApprove'>;
}

/** Limits how many suspicions one till may report. */
const SCAM_SUSPECTED = { most: 20, withinMs: 60 * 60_000 };

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { db, clock, keys, checkPin, otherManagers, audit } = options;
  const assertMaySuspect = createDeviceLimit(clock, SCAM_SUSPECTED);
  return {
    async approverOf({ shop, person }, request) {
      const now = clock.now();
      const approval = await db
        .selectFrom('approval')
        .select('approver_id')
        .where('shop', '=', shop)
        .where('operation_id', '=', request.id)
        .where('wish_hash', '=', operationHash(keys, person.id, request))
        .where('expires_at', '>', now)
        .where('expires_at', '<=', now + LIMITS.approvalMs)
        .executeTakeFirst();
      return approval?.approver_id ?? null;
    },
    async suspect(caller, id, operation) {
      assertMayRequest(caller, operation);
      assertMaySuspect(caller);
      await audit.write({
        by: caller,
        action: 'scam.suspected',
        subject: id,
        details: approvalTrailDetails(operation),
      });
    },
    use: (tx, caller, request) => useApproval(tx, { keys, now: clock.now() }, caller, request),
    async approve(caller, id, { personId, pin, wish }) {
      const { shop, device, person } = caller;
      assertMayRequest(caller, wish);
      const manager = await checkPin({ shop, deviceId: device.id }, personId, pin);
      if (manager.role !== 'manager') throw notAManager();
      await otherManagers.assertMayApprove(shop, manager.id);
      const now = clock.now();
      const approval = {
        shop,
        id,
        wishHash: operationHash(keys, person.id, { id, wish }),
        approverId: manager.id,
        now,
      };
      const expiresAt = await db.transaction().execute(async (tx) => {
        const details = { ...approvalTrailDetails(wish), for: person.name };
        await audit.write(
          { by: { shop, device, person: manager }, action: `${wish.kind}.approved`, subject: id, details },
          tx,
        );
        return insertApproval(tx, approval);
      });
      return { person: manager.name, expiresAt: new Date(expiresAt).toISOString() };
    },
  };
}

/**
 * Rejects approval requests for operations that the caller's role may not perform or that no route
 * starts.
 * @throws Problem 403 `not-allowed`
 */
export function assertMayRequest(caller: Caller, { kind }: ApprovableOperation): void {
  const route = Object.values<Endpoint>(endpoints).find(({ approvable }) => approvable === kind);
  if (route === undefined) throw refuse('not-allowed');
  admit(route, caller);
}

interface NewApproval {
  readonly shop: Scope;
  readonly id: string;
  readonly wishHash: string;
  readonly approverId: string;
  readonly now: number;
}

/** Stores an approval. @returns the time of its expiry */
export async function insertApproval(
  tx: Transaction<Schema>,
  { shop, id, wishHash: wish_hash, approverId: approver_id, now }: NewApproval,
): Promise<number> {
  const expires_at = now + LIMITS.approvalMs;
  const columns = { wish_hash, approver_id, expires_at };
  await tx.deleteFrom('approval').where('shop', '=', shop).where('expires_at', '<=', now).execute();
  await tx
    .insertInto('approval')
    .values({ shop, operation_id: id, ...columns })
    .onConflict((conflict) => conflict.columns(['shop', 'operation_id']).doUpdateSet(columns))
    .execute();
  return expires_at;
}

/**
 * Deletes the approval of a request, so that it covers one attempt only. An approval with an
 * impossibly long validity, given by a wrong clock, does not count.
 * @returns the id of the manager; null without an approval
 */
export async function useApproval(
  tx: Transaction<Schema>,
  { keys, now }: { readonly keys: ApprovalKeys; readonly now: number },
  { shop, person }: Pick<Caller, 'shop' | 'person'>,
  request: PendingRequest,
): Promise<string | null> {
  const used = await tx
    .deleteFrom('approval')
    .where('shop', '=', shop)
    .where('operation_id', '=', request.id)
    .where('wish_hash', '=', operationHash(keys, person.id, request))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + LIMITS.approvalMs)
    .returning('approver_id')
    .executeTakeFirst();
  return used?.approver_id ?? null;
}

/**
 * Describes the approved request for the audit trail. A refund has its own lines. No description
 * contains a voucher's ref.
 */
export function approvalTrailDetails(operation: ApprovableOperation): TrailDetails {
  if (operation.kind === 'refund') return {};
  if (operation.kind === 'reprint') return { vouchers: operation.vouchers };
  if (operation.kind === 'tender') return { ...requestedValue(operation.tender) };
  if (operation.kind === 'activation') return { cards: cardsIn(operation.ranges) };
  return { quantity: operation.order.quantity, product: operation.order.productCode };
}
