import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { stopParts } from '../../bff/app/start-parts.ts';
import type { Caller } from '../../bff/platform/http/caller.ts';
import type { TenderRequest } from '../../contract/redemption/tender.ts';
import type { Shift, ZRequest } from '../../features/closings/contract/shift.ts';
import { createManualClock } from '../clock.ts';
import type { StoreKind } from '../databases/stores.ts';
import { createModelIssuer, MODEL_MID } from '../issuer/model-issuer.ts';
import { SHOP } from './shops.ts';
import { createTestParts, MEI, seedPeople } from './till.ts';

/** The voucher of these tests, with enough balance for all of them. */
export const SHIFT_REF = 'AB123456789';

export type ShiftRig = Awaited<ReturnType<typeof createShiftRig>>;

/** A shop on one of the databases. People redeem, answers are lost and shifts are closed in it. */
export async function createShiftRig(kind: StoreKind) {
  const store = await kind.open();
  await seedPeople(store.db, SHOP);
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(SHIFT_REF, { amount: 1_000_000, currency: 'SGD' });
  const parts = await createTestParts({ db: store.db, issuer, clock });
  await parts.journal.learnMid(SHOP, MODEL_MID);
  parts.closeShift.follow(parts.changes);

  /** Lets time pass until there is an answer. */
  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    const over = { is: false };
    const done = work.finally(() => {
      over.is = true;
    });
    while (!over.is) await clock.advance(500);
    return done;
  }

  const order = (amount: number, more: Partial<TenderRequest> = {}): TenderRequest => {
    return { code: SHIFT_REF, amount, currency: 'SGD', ...more };
  };

  /** Redeems an amount; a second passes. @returns the id of the redemption */
  async function take(caller: Caller, amount: number, more: Partial<TenderRequest> = {}): Promise<string> {
    const id = randomUUID();
    expect((await parts.tenders.put(caller, id, order(amount, more))).view.state).toBe('captured');
    await clock.advance(1_000);
    return id;
  }

  /** Its answer never arrives, and the issuer does not respond until {@link settle}. */
  async function takeUnheard(caller: Caller, amount: number, commit: 'now' | 'never' = 'now'): Promise<string> {
    const before = issuer.attempts();
    issuer.failNext({ commit, answer: 'lost' });
    const id = randomUUID();
    const answer = parts.tenders.put(caller, id, order(amount));
    while (issuer.attempts() === before) await new Promise(setImmediate);
    issuer.silent = true;
    while ((await parts.tenders.get(MEI, id)).state !== 'unknown') await new Promise(setImmediate);
    await whileTimePasses(answer);
    return id;
  }

  async function settle(id: string): Promise<void> {
    issuer.silent = false;
    const isOpen = async () => (await parts.tenders.get(MEI, id)).state === 'unknown';
    while (await isOpen()) await clock.advance(1_000);
    expect((await parts.tenders.get(MEI, id)).state).not.toBe('manager');
  }

  async function giveBack(caller: Caller, tenderId: string): Promise<void> {
    const { view } = await parts.refunds.put(caller, randomUUID(), { tenderId, reason: 'wrong amount' });
    expect(view.state).toBe('refunded');
  }

  const ofDay = (day: string) => parts.shifts.list(MEI, { mine: false, day, to: undefined });
  const open = async (caller: Caller) =>
    (await parts.shifts.list(caller, { mine: true, day: undefined, to: undefined })).filter(({ number }) => number === null);

  /** Closes a person's only open shift. */
  async function close(caller: Caller, request: ZRequest = {}): Promise<Shift> {
    const [first, ...more] = await open(caller);
    expect(more).toEqual([]);
    const { shift, isNew } = await parts.shifts.close(caller, first?.id ?? '', request);
    expect(isNew).toBe(true);
    return shift;
  }

  async function end(): Promise<void> {
    await stopParts(parts);
    await store.close();
  }

  return { store, clock, issuer, parts, take, takeUnheard, settle, giveBack, ofDay, open, close, end };
}

/** The sums of a shift, each as its kind, count and amount. */
export const shiftSumsOf = ({ sums }: Pick<Shift, 'sums'>) => sums.map(({ kind, count, amount }) => [kind, count, amount]);
