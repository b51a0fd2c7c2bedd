import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Caller } from '../../bff/platform/http/caller.ts';
import { ANA, createTestTill, MEI } from './till.ts';

/** The one voucher of every story. */
export const REFUNDED_REF = '1234567890';

interface RefundOptions {
  readonly caller?: Caller;
  readonly id?: string;
  readonly reason?: string;
}

/** A till with one voucher for redemptions and refunds. */
export async function createRefundRig() {
  const till = await createTestTill();
  till.issuer.add(REFUNDED_REF);

  /** Moves time on until a call that waits for it has its answer. */
  async function whileTimePasses<T>(call: Promise<T>, ms = 6_000): Promise<T> {
    await till.clock.advance(ms);
    return call;
  }

  /** Redeems an amount; a second passes. @returns the id of the redemption */
  async function redeemed(amount = 2000, caller = ANA): Promise<string> {
    const { view: tender } = await till.tenders.put(caller, randomUUID(), { code: REFUNDED_REF, amount, currency: 'SGD' });
    expect(tender.state).toBe('captured');
    await till.clock.advance(1_000);
    return tender.id;
  }

  /** Requests a refund, by default as Mei. */
  function refund(tenderId: string, { caller = MEI, id = randomUUID(), reason = 'wrong voucher' }: RefundOptions = {}) {
    return till.refunds.put(caller, id, { tenderId, reason });
  }

  return { till, whileTimePasses, redeemed, refund };
}

export type RefundRig = Awaited<ReturnType<typeof createRefundRig>>;
