import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AttentionItem, AttentionRequest } from '../../contract/redemption/attention.ts';
import type { TenderState, TenderView } from '../../contract/redemption/tender.ts';
import { MODEL_MID } from '../issuer/model-issuer.ts';
import { createRefundRig, REFUNDED_REF } from './refund-rig.ts';
import { ANA, MEI, SHOP } from './till.ts';

/** A till with faults, and a manager who examines them. */
export async function createOffice() {
  const { till, whileTimePasses } = await createRefundRig();
  await till.journal.learnMid(SHOP, MODEL_MID);

  /** Redeems an amount, 20.00 by default, and returns the redemption. */
  async function take(amount = 2000, caller = ANA): Promise<TenderView> {
    const request = { code: REFUNDED_REF, amount, currency: 'SGD' };
    return (await till.tenders.put(caller, randomUUID(), request)).view;
  }

  /** Does something about a case, as Mei. */
  function act(id: string, request: Omit<AttentionRequest, 'reason'> & { reason?: string }): Promise<AttentionItem | null> {
    return till.attention.settle(MEI, id, { reason: 'looked into it', ...request });
  }

  async function onlyItem(): Promise<AttentionItem> {
    const [item, ...more] = await till.attention.list();
    expect(more).toEqual([]);
    if (!item) throw new Error('the list is empty');
    return item;
  }

  const stateOf = async (id: string): Promise<TenderState> => (await till.tenders.get(MEI, id)).state;
  return { till, whileTimePasses, take, act, onlyItem, stateOf };
}

export type Office = Awaited<ReturnType<typeof createOffice>>;

/** How a problem shows in a story. */
export function refusedWith(status: number, code: string): { status: number; code: string } {
  return { status, code };
}
