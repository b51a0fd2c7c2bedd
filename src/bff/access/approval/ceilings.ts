import type { Transaction } from 'kysely';
import type { ApprovableOperation } from '../../../contract/access/approval.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { LimitedAmounts, MetLimit } from '../../../contract/access/sale-limit.ts';
import type { ShopSettings } from '../../../contract/access/settings.ts';
import type { TrailDetails } from '../../../contract/platform/audit.ts';
import { clockMinute, isClosedAt } from '../../../contract/platform/open-hours.ts';
import { shopMoment } from '../../../contract/platform/shop-day.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem, refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { PinCheck } from '../people/pin-check.ts';
import type { Settings } from '../settings/settings.ts';
import { useApproval } from './approvals.ts';
import type { PendingRequest } from './operation-hash.ts';
import { approvalNeeded, pinNeeded } from './problems.ts';
import { assertApproved, exceededLimit, hourLimit } from './sale-limits.ts';

/** A request with the amount that counts towards its ceiling. */
export interface CountedOperation extends PendingRequest {
  readonly wish: Extract<ApprovableOperation, { kind: 'issue' | 'activation' }>;
  /** Face values in minor units, or cards. */
  readonly count: number;
  /** The caller's own PIN, if entered. */
  readonly pin: string | undefined;
  /** True if the person confirmed the number printed on the card, as a shop may require. */
  readonly isSeen?: boolean;
  readonly details: TrailDetails;
}

/**
 * Limits how much a person may begin within an hour before a PIN is required, their own or a
 * manager's.
 */
export interface Ceilings {
  /**
   * Lets a request begin and counts it, or throws the reason for a refusal.
   * @throws Problem 403 `pin-needed`, `approval-needed`, `not-by-phone`, `second-person`,
   * `limit-passed`, `questions-needed`, `last-four-needed`; those of {@link PinCheck}
   */
  admit(caller: Caller, weighed: CountedOperation): Promise<void>;
  /** Subtracts a request that did not begin from the count. */
  uncount(shop: Scope, id: string): Promise<void>;
}

export interface CeilingsOptions extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly keys: Pick<Keys, 'hash'>;
  readonly settings: Pick<Settings, 'read'>;
  readonly checkPin: PinCheck;
  /** IANA name; opening hours are in this zone. */
  readonly timeZone: string;
}

/** How long permits are stored. Only those of the last hour count. */
const STORED_MS = 24 * LIMITS.ceilingHourMs;

/**
 * Creates the ceilings. Without them, an unattended till could be used to activate a box of cards
 * or issue vouchers without limit.
 *
 * | within an hour, including this request | needs |
 * |---|---|
 * | up to the PIN's ceiling since the own PIN was last entered | nothing |
 * | more than that | the own PIN, which restarts the count |
 * | more than a limit of the shop for one sale | what that limit requires |
 * | more than the approval's ceiling, with or without PINs | a manager's approval |
 *
 * A manager needs the own PIN in place of an approval.
 *
 * A request is judged and counted in one step on all servers, so that two concurrent requests
 * cannot use the same remaining amount.
 */
export function createCeilings({ db, clock, keys, settings, checkPin, audit, timeZone }: CeilingsOptions): Ceilings {
  async function judge(
    caller: Caller,
    weighed: CountedOperation,
    hasProved: boolean,
  ): Promise<'may-begin' | 'pin' | Problem> {
    const { shop, person } = caller;
    const set = await settings.read(shop);
    const ceiling = ceilingOf(weighed, set);
    assertQuestionsAnswered(weighed, set);
    assertSeen(weighed, set);
    const isClosed = isClosedAt(set.openHours, clockMinute(shopMoment(clock.now(), timeZone).clock));
    const passed = exceededLimit(caller, set.saleLimits, amountsOf(weighed, isClosed));
    return exclusively(db, 'ceilings', async (tx) => {
      const now = clock.now();
      const counted = await countOf(tx, caller, weighed, now);
      const need = needOf(counted, weighed.count, ceiling, person.role === 'manager');
      if (need === 'pin' && !hasProved) return need;
      const needsApproval = need === 'approval' || passed !== null;
      const approver = needsApproval ? await useApproval(tx, { keys, now }, caller, weighed) : null;
      if (needsApproval && approver === null) return approvalProblem(weighed, passed, ceiling);
      if (passed !== null) assertApproved(passed, caller, approver);
      const { id: operation_id, wish, count } = weighed;
      const row = {
        shop,
        operation_id,
        kind: wish.kind,
        person_id: person.id,
        at: now,
        proved: hasProved ? 1 : 0,
        approver_id: approver,
      };
      await tx
        .deleteFrom('permit')
        .where('shop', '=', shop)
        .where('person_id', '=', person.id)
        .where('at', '<', now - STORED_MS)
        .execute();
      await tx
        .insertInto('permit')
        .values({ ...row, count: Math.max(count, counted.before) })
        .onConflict((conflict) =>
          conflict.columns(['shop', 'operation_id']).doUpdateSet({ ...row, count: Math.max(count, counted.before) }),
        )
        .execute();
      if (hasProved) await audit.write({ by: caller, action: 'pin.confirmed', details: weighed.details }, tx);
      return 'may-begin';
    });
  }

  return {
    async admit(caller, weighed) {
      const first = await judge(caller, weighed, false);
      if (first === 'may-begin') return;
      if (first instanceof Problem) throw first;
      if (weighed.pin === undefined) throw pinNeeded();
      const { shop, device, person } = caller;
      await checkPin({ shop, deviceId: device.id }, person.id, weighed.pin);
      const second = await judge(caller, weighed, true);
      if (second instanceof Problem) throw second;
    },
    async uncount(shop, id) {
      await db.deleteFrom('permit').where('shop', '=', shop).where('operation_id', '=', id).execute();
    },
  };
}

/**
 * Returns the problem `approval-needed`; `not-by-phone` if the screen has to warn that no
 * legitimate caller requests this by telephone.
 * @param passed the limit of the shop that is exceeded; null for the ceiling of an hour
 */
function approvalProblem({ wish }: PendingRequest, passed: MetLimit | null, { approvalAbove }: Ceiling): Problem {
  if (passed !== null && wish.kind === 'activation') return refuse('not-by-phone', { details: { limit: passed } });
  return approvalNeeded(passed ?? hourLimit(wish.kind === 'issue' ? 'hour-sum' : 'hour-cards', approvalAbove));
}

/**
 * Checks that the customer answered the questions before a sale of this size. The answers are in
 * the order: after a *yes* there is no order.
 * @throws Problem 403 `questions-needed`
 */
function assertQuestionsAnswered(
  { wish, count }: CountedOperation,
  { safeSale: { questionsAbove } }: ShopSettings,
): void {
  if (wish.kind !== 'issue' || questionsAbove === null || count <= questionsAbove) return;
  if (wish.order.care?.noAfterMs === undefined) throw refuse('questions-needed');
}

/** @throws Problem 403 `last-four-needed` */
function assertSeen({ wish, isSeen = false }: CountedOperation, { safeSale: { lastFour } }: ShopSettings): void {
  if (wish.kind !== 'activation' || !lastFour || isSeen) return;
  if (wish.ranges.some(({ count }) => count === 1)) throw refuse('last-four-needed');
}

function amountsOf({ wish, count }: CountedOperation, isClosed: boolean): LimitedAmounts {
  if (wish.kind === 'activation') return { cards: count, ...(isClosed && { 'closed-cards': count }) };
  const { quantity } = wish.order;
  return { card: Math.ceil(count / quantity), order: count, vouchers: quantity };
}

type RequiredProof = 'pin' | 'approval';

interface Ceiling {
  readonly pinAbove: number;
  readonly approvalAbove: number;
}

function ceilingOf({ wish }: PendingRequest, set: ShopSettings): Ceiling {
  return wish.kind === 'issue'
    ? { pinAbove: set.pinAboveSum, approvalAbove: set.approvalAboveSum }
    : { pinAbove: set.pinAboveCards, approvalAbove: set.approvalAboveCards };
}

interface CountedAmounts {
  readonly inHour: number;
  /** The part of the amount since the person last entered their own PIN for a request. */
  readonly sinceProof: number;
  /** The amount counted by an earlier attempt at this request that did not begin. */
  readonly before: number;
}

async function countOf(
  tx: Transaction<Schema>,
  { shop, person }: Caller,
  { id, wish }: CountedOperation,
  now: number,
): Promise<CountedAmounts> {
  const rows = await tx
    .selectFrom('permit')
    .select(['operation_id', 'kind', 'count', 'at', 'proved'])
    .where('shop', '=', shop)
    .where('person_id', '=', person.id)
    .where('at', '>', now - LIMITS.ceilingHourMs)
    .where('at', '<', now + LIMITS.ceilingHourMs)
    .execute();
  const provedAt = Math.max(0, ...rows.filter(({ proved }) => proved === 1).map(({ at }) => at));
  const otherRows = rows.filter(({ kind, operation_id }) => kind === wish.kind && operation_id !== id);
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + count, 0);
  return {
    inHour: sum(otherRows),
    sinceProof: sum(otherRows.filter(({ at, proved }) => proved === 0 && at >= provedAt)),
    before: rows.find(({ operation_id }) => operation_id === id)?.count ?? 0,
  };
}

function needOf(
  { inHour, sinceProof }: CountedAmounts,
  count: number,
  { pinAbove, approvalAbove }: Ceiling,
  isManager: boolean,
): RequiredProof | null {
  if (inHour + count > approvalAbove) return isManager ? 'pin' : 'approval';
  return sinceProof + count > pinAbove ? 'pin' : null;
}
