import type { Caller } from '../../bff/platform/http/caller.ts';
import { Problem } from '../../bff/platform/http/problem.ts';
import type { AttentionItem, AttentionRequest } from '../../contract/redemption/attention.ts';
import type { Dice } from './dice.ts';
import { DISK_ERROR } from './guards.ts';
import type { Judge } from './judge.ts';
import type { IssuerBooks } from './ledger.ts';
import type { Flavour, Plan } from './plan.ts';
import type { Server } from './server.ts';
import type { Timeline } from './timeline.ts';

/** The manager of a shop. */
export function managerOf({ identity: { shop } }: Pick<Plan, 'identity'>): Caller {
  return { shop, device: { id: 'till-1', name: 'Till 1' }, person: { id: 'mia', name: 'Mia', role: 'manager' } };
}

export interface ManagerOptions {
  readonly judge: Pick<Judge, 'toldRefund'>;
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly ledger: IssuerBooks;
  readonly dice: Dice;
  readonly route: () => Server | null;
}

const REASON = 'asked the customer';

/** If the search is unreliable, a manager asks the issuer's staff before closing a case. */
const ASKS_FIRST: readonly Flavour[] = ['search-broken', 'mid-spelling', 'paging', 'masked'];

/**
 * A manager processes the list once: assigns captures that the issuer's staff confirm, and closes
 * operations that seem to have had no effect.
 */
export async function attend(options: ManagerOptions): Promise<void> {
  const { plan, ledger, dice, route } = options;
  const server = route();
  if (!server) return;
  const items = await orNothing(server.attention.list());
  for (const item of items ?? []) {
    const request = decide(item, { plan, ledger, dice });
    if (request && !server.life.isDead()) await orNothing(server.attention.settle(managerOf(plan), item.id, request));
  }
  if (plan.loss !== null && plan.refunds) await giveBack(options, server);
}

/**
 * After a loss, a manager refunds the latest redemption of a voucher, whose refund the journal may
 * have lost.
 */
async function giveBack({ plan, ledger, dice, judge }: ManagerOptions, server: Server): Promise<void> {
  const ours = ledger.captures.flatMap(({ author }) => (author.who === 'ours' ? [author.operationId] : []));
  const tenderId = ours.at(-1);
  if (tenderId === undefined || server.life.isDead()) return;
  const id = `00000000-0000-4000-9000-${String(dice.below(1_000_000_000)).padStart(12, '0')}`;
  const given = await orNothing(server.refunds.put(managerOf(plan), id, { tenderId, reason: REASON }));
  if (given && !server.life.isDead()) judge.toldRefund(given.view);
}

/** A manager stops waiting for tills that do not return. */
export async function openByHand({ plan, route }: ManagerOptions): Promise<void> {
  const server = route();
  const closed = server?.gate.closedFor();
  if (server && closed) await orNothing(server.attention.settle(managerOf(plan), closed.id, { action: 'open', reason: REASON }));
}

function decide(item: AttentionItem, { plan, ledger, dice }: Pick<ManagerOptions, 'plan' | 'ledger' | 'dice'>): AttentionRequest | null {
  const { candidates, kind, subject } = item;
  const actions = item.actions.filter((action) => action !== 'refund' || plan.refunds);
  const isOurs = (id: string) =>
    [...ledger.captures, ...ledger.refunds].some((line) => {
      const lineId = 'refundId' in line ? line.refundId : line.captureId;
      return lineId === id && line.author.who === 'ours' && line.author.operationId === item.id;
    });
  if (kind === 'late') {
    const attaches = actions.includes('attach') && (!actions.includes('refund') || dice.chance(0.5));
    return attaches || actions.includes('refund') ? { action: attaches ? 'attach' : 'refund', reason: REASON } : null;
  }
  const own = candidates.find(({ transactionId }) => isOurs(transactionId));
  if (own && subject !== 'capture' && actions.includes('attach')) {
    const action = actions.includes('refund') && dice.chance(0.3) ? 'refund' : 'attach';
    return { action, reason: REASON, transactionId: own.transactionId };
  }
  const [unmatched] = subject === 'capture' ? candidates : [];
  if (unmatched && plan.loss === null && actions.includes('refund') && dice.chance(0.3))
    return { action: 'refund', reason: REASON, transactionId: unmatched.transactionId };
  if (!actions.includes('close')) return null;
  const isNothing = ![...ledger.captures, ...ledger.refunds].some(({ author }) => author.who === 'ours' && author.operationId === item.id);
  /* If the journal lost entries, a capture may be on the unexplained list. */
  const asksFirst = ASKS_FIRST.includes(plan.flavour) || plan.loss !== null;
  return isNothing || !asksFirst ? { action: 'close', reason: REASON } : null;
}

/** @throws every error that is not a refusal, because it is a fault in the program */
async function orNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem || (error instanceof Error && error.message === DISK_ERROR)) return null;
    throw error;
  }
}
