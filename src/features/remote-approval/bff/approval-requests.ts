import {
  type ApprovalKeys,
  approvalTrailDetails,
  assertMayRequest,
  insertApproval,
} from '../../../bff/access/approval/approvals.ts';
import { operationHash } from '../../../bff/access/approval/operation-hash.ts';
import type { OtherManagers } from '../../../bff/access/people/other-managers.ts';
import type { Settings } from '../../../bff/access/settings/settings.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { ApprovableOperation, ManagerRequest, RequestSummary } from '../../../contract/access/approval.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { TrailDetails } from '../../../contract/platform/audit.ts';
import { clockMinute, isClosedAt } from '../../../contract/platform/open-hours.ts';
import { shopMoment } from '../../../contract/platform/shop-day.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import type { ApprovalAnswer, ManagerRequestStatus, OpenApproval } from '../contract/open-approval.ts';
import { limitOfRequest } from './limit-of-request.ts';
import { APPROVAL_REQUESTS_STORED_MS, OPEN_MAX, REQUEST_OPEN_MS } from './limits.ts';
import { voucherOfRequest } from './voucher-of-request.ts';

/** Requests that wait for a manager at another device. */
export interface ApprovalRequests {
  /**
   * Sends one request of the caller to the shop's managers, for {@link REQUEST_OPEN_MS}.
   * @throws Problem 409 `id-used` while another request is open under the id, or for another
   * person's; 429 `slow-down` for a person's sixth open request, or within a minute of one that a
   * manager refused; 403 `not-allowed` for a role that may not make such a request
   */
  request(caller: Caller, id: string, request: ManagerRequest): Promise<ManagerRequestStatus>;
  /** @throws Problem 404 for an id that the caller did not request */
  status(caller: Caller, id: string): Promise<ManagerRequestStatus>;
  /**
   * Withdraws the request. An approval that a manager gave before that stays valid until it is used
   * or expires.
   */
  withdraw(caller: Caller, id: string): Promise<void>;
  /** Requests that wait for this manager, the oldest first. */
  open(manager: Caller): Promise<OpenApproval[]>;
  /**
   * A manager answers from their own session. Managers cannot answer their own requests, which need
   * their PIN.
   * @throws Problem 409 `case-moved` if the request has ended or differs from what the manager saw,
   * 403 `second-person`, `new-manager`
   */
  answer(manager: Caller, id: string, answer: ApprovalAnswer): Promise<void>;
}

export interface ApprovalRequestsOptions extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly keys: ApprovalKeys;
  readonly otherManagers: Pick<OtherManagers, 'assertMayApprove'>;
  readonly notify: (id: string) => Promise<void>;
  readonly settings: Pick<Settings, 'recent'>;
  readonly currency: string;
  /** IANA name; opening hours are in this zone. */
  readonly timeZone: string;
  /** A session ends after this long without activity. */
  readonly sessionIdleMs: number;
}

export function createApprovalRequests(options: ApprovalRequestsOptions): ApprovalRequests {
  const { db, clock, keys, audit, notify } = options;

  async function statusOf({ shop, person }: Caller, id: string): Promise<ManagerRequestStatus> {
    const row = await db
      .selectFrom('asked_approval as asked')
      .leftJoin('person', 'person.id', 'asked.answered_by')
      .select(['asked.answer', 'asked.expires_at', 'person.name'])
      .where('asked.shop', '=', shop)
      .where('asked.operation_id', '=', id)
      .where('asked.person_id', '=', person.id)
      .executeTakeFirst();
    if (row === undefined) throw refuse('not-found', { message: 'No approval was requested for this.' });
    const state = row.answer ?? (row.expires_at > clock.now() ? 'asked' : 'over');
    const managerSignedIn = await isManagerSignedIn(options, shop, person.id);
    return { state, person: row.name, expiresAt: new Date(row.expires_at).toISOString(), managerSignedIn };
  }

  return {
    status: statusOf,
    async request(caller, id, { wish }) {
      const { shop, device, person } = caller;
      assertMayRequest(caller, wish);
      const now = clock.now();
      const columns = {
        wish_hash: operationHash(keys, person.id, { id, wish }),
        kind: wish.kind,
        about: JSON.stringify({
          trail: approvalTrailDetails(wish),
          cards: cardsOf(wish),
          ...(await factsOf(options, caller, wish)),
        } satisfies RequestFactValues),
        person_id: person.id,
        device_id: device.id,
        expires_at: now + REQUEST_OPEN_MS,
        answer: null,
        answered_by: null,
      };
      await db
        .deleteFrom('asked_approval')
        .where('shop', '=', shop)
        .where('expires_at', '<', now - APPROVAL_REQUESTS_STORED_MS)
        .execute();
      await assertFewOpen(db, { shop, operation_id: id, ...columns }, now);
      await storeRequest(db, { shop, operation_id: id, ...columns }, now);
      await notify(id);
      return statusOf(caller, id);
    },
    async withdraw({ shop, person }, id) {
      await db
        .deleteFrom('asked_approval')
        .where('shop', '=', shop)
        .where('operation_id', '=', id)
        .where('person_id', '=', person.id)
        .where('answer', 'is', null)
        .execute();
      await notify(id);
    },
    open: (manager) => openFor(db, manager, clock.now()),
    async answer(manager, id, { approved, version = '' }) {
      const { shop, person } = manager;
      const now = clock.now();
      if (approved) await options.otherManagers.assertMayApprove(shop, person.id);
      await db.transaction().execute(async (tx) => {
        const found = await tx
          .updateTable('asked_approval')
          .set({ answer: approved ? 'approved' : 'refused', answered_by: person.id })
          .where('shop', '=', shop)
          .where('operation_id', '=', id)
          .where('wish_hash', '=', version)
          .where('answer', 'is', null)
          .where('expires_at', '>', now)
          .returning(['wish_hash', 'kind', 'about', 'person_id'])
          .executeTakeFirst();
        if (found === undefined) throw refuse('case-moved');
        if (found.person_id === person.id) throw refuse('second-person');
        const { name } = await tx
          .selectFrom('person')
          .select('name')
          .where('id', '=', found.person_id)
          .executeTakeFirstOrThrow();
        if (approved) await insertApproval(tx, { shop, id, wishHash: found.wish_hash, approverId: person.id, now });
        const { trail } = JSON.parse(found.about) as RequestFactValues;
        const action = approved ? (`${found.kind}.approved` as const) : 'approval.refused';
        await audit.write({ by: manager, action, subject: id, details: { ...trail, for: name } }, tx);
      });
      await notify(id);
    },
  };
}

async function isManagerSignedIn(
  { db, clock, sessionIdleMs }: Pick<ApprovalRequestsOptions, 'db' | 'clock' | 'sessionIdleMs'>,
  shop: Scope,
  requestedBy: string,
): Promise<boolean> {
  const now = clock.now();
  const session = await db
    .selectFrom('session')
    .innerJoin('place', 'place.person_id', 'session.person_id')
    .select('session.person_id')
    .where('session.shop', '=', shop)
    .where('place.shop', '=', shop)
    .where('place.role', '=', 'manager')
    .where('session.person_id', '!=', requestedBy)
    .where('session.ended_at', 'is', null)
    .where('session.last_used_at', '>', now - sessionIdleMs)
    .where('session.created_at', '>', now - LIMITS.sessionAbsoluteMs)
    .executeTakeFirst();
  return session !== undefined;
}

/** @throws Problem 429 `slow-down` */
async function assertFewOpen(
  db: Ports['db'],
  { shop, operation_id, person_id }: Schema['asked_approval'],
  now: number,
): Promise<void> {
  const pendingRows = await db
    .selectFrom('asked_approval')
    .select(['operation_id', 'answer'])
    .where('shop', '=', shop)
    .where('person_id', '=', person_id)
    .where('expires_at', '>', now)
    .execute();
  const unanswered = pendingRows.filter(({ operation_id: id, answer }) => id !== operation_id && answer === null);
  const wasRefused = pendingRows.some(({ operation_id: id, answer }) => id === operation_id && answer === 'refused');
  if (wasRefused || unanswered.length >= OPEN_MAX) throw refuse('slow-down');
}

/**
 * Stores a request. It replaces an earlier request with the same id only if the two are equal, or
 * if the earlier one is answered or over.
 * @throws Problem 409 `id-used`
 */
async function storeRequest(
  db: Ports['db'],
  { shop, operation_id, ...asked }: Schema['asked_approval'],
  now: number,
): Promise<void> {
  const written = await db
    .insertInto('asked_approval')
    .values({ shop, operation_id, ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'operation_id'])
        .doUpdateSet(asked)
        .where('asked_approval.person_id', '=', asked.person_id)
        .where(({ eb, or }) =>
          or([
            eb('asked_approval.wish_hash', '=', asked.wish_hash),
            eb('asked_approval.answer', 'is not', null),
            eb('asked_approval.expires_at', '<=', now),
          ]),
        ),
    )
    .returning('operation_id')
    .executeTakeFirst();
  if (written === undefined) throw refuse('id-used', { message: 'This id was already used for another request.' });
}

/** Returns the number of cards or vouchers; null for a single card or voucher. */
function cardsOf(operation: ApprovableOperation): number | null {
  if (operation.kind === 'activation') return cardsIn(operation.ranges);
  if (operation.kind === 'reprint') return operation.vouchers;
  return operation.kind === 'issue' ? operation.order.quantity : null;
}

interface RequestFactValues extends Omit<RequestSummary, 'kind'> {
  readonly trail: TrailDetails;
}

/** Returns the voucher of a request, its value if known, the reason, and the limit. */
async function factsOf(
  options: ApprovalRequestsOptions,
  { shop, person }: Caller,
  operation: ApprovableOperation,
): Promise<Pick<RequestFactValues, 'worth' | 'last4' | 'reason' | 'limit'>> {
  const { settings, clock, timeZone } = options;
  const { isOwn, ...facts } = await voucherOfRequest(options, shop, person.id, operation);
  const set = await settings.recent(shop);
  const isClosed = isClosedAt(set.openHours, clockMinute(shopMoment(clock.now(), timeZone).clock));
  return { ...facts, limit: limitOfRequest(operation, { worth: facts.worth, isOwn, isClosed }, set) };
}

async function openFor(db: Ports['db'], { shop, person: manager }: Caller, now: number): Promise<OpenApproval[]> {
  const rows = await db
    .selectFrom('asked_approval as asked')
    .innerJoin('person', 'person.id', 'asked.person_id')
    .innerJoin('device', 'device.id', 'asked.device_id')
    .select(['asked.operation_id', 'asked.kind', 'asked.about', 'asked.expires_at', 'asked.wish_hash'])
    .select(['person.name as person', 'device.name as device'])
    .where('asked.shop', '=', shop)
    .where('asked.answer', 'is', null)
    .where('asked.person_id', '!=', manager.id)
    .where('asked.expires_at', '>', now)
    .orderBy('asked.expires_at')
    .execute();
  return rows.map(({ operation_id: id, kind, about, expires_at, wish_hash: version, person, device }) => {
    const {
      worth,
      cards,
      last4 = null,
      reason = null,
      limit = null,
    } = JSON.parse(about) as Partial<RequestFactValues> & Pick<RequestFactValues, 'worth' | 'cards'>;
    const details = { worth, cards, last4, reason, limit, version };
    return { id, kind, person, device, ...details, expiresAt: new Date(expires_at).toISOString() };
  });
}
