import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActivationOpen } from '../../features/gift-cards/contract/activation.ts';
import { isIssueOpen } from '../../features/selling/contract/issue.ts';
import { OUT_OF_STOCK, type StockFault } from '../../testing/issuer/model-stock.ts';
import { rangeStatesOf, SAM, tens } from '../../testing/rigs/cards.ts';
import { ANA, createTestTill } from '../../testing/rigs/till.ts';

type Till = Awaited<ReturnType<typeof createTestTill>>;

/** How late the issuer may act, milliseconds; W of settling is longer. */
const LATEST_MS = 150_000;

const fault: fc.Arbitrary<StockFault> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ commit: 'now', answer: 'normal' } as const) },
  fc.constant({ commit: 'now', answer: 'lost' } as const),
  fc.constant({ commit: 'never', answer: 'lost' } as const),
  fc.constant({ commit: 'never', answer: 'not-sent' } as const),
  fc.constant({ commit: 'never', answer: OUT_OF_STOCK } as const),
  fc.nat(LATEST_MS).map((afterMs) => ({ commit: { afterMs }, answer: 'lost' }) as const),
  fc.nat(30_000).map((afterMs) => ({ commit: 'now', answer: { afterMs } }) as const),
  fc.nat(20).map((only) => ({ commit: 'now', answer: 'normal', only }) as const),
);

/**
 * Actions of people and machines during an activation. A replaced server may still run, although
 * others consider it dead.
 */
const act = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((ms) => ({ do: 'wait', ms }) as const) },
  fc.constant({ do: 'stop' } as const),
  fc.constant({ do: 'resume' } as const),
  fc.constant({ do: 'replace' } as const),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const story = { faults: fc.array(fault, { maxLength: 12 }), acts: fc.array(act, { maxLength: 10 }) };

interface People {
  stop(till: Till): Promise<unknown>;
  resume(till: Till): Promise<unknown>;
}

/** Runs all events, then stops every server except the last, which finishes the work. */
async function happen(first: Till, acts: readonly Act[], people: People): Promise<Till> {
  const tills = [first];
  const now = () => tills.at(-1) ?? first;
  for (const next of acts) {
    if (next.do === 'wait') await first.clock.advance(next.ms);
    else if (next.do === 'replace') {
      const till = await createTestTill(first);
      tills.push(till);
      await till.settler.recover();
    } else void people[next.do](now()).catch(() => 'refused');
    await first.clock.advance(1);
  }
  const last = await createTestTill(first);
  const stopped = tills.flatMap((till) => [till.runs.close(), till.settler.stop()]);
  await first.clock.advance(2 * LATEST_MS);
  await Promise.all(stopped);
  await last.settler.recover();
  await first.clock.advance(1_000_000);
  return last;
}

/** Long stories, so few of them: the single steps have their own. */
const RUNS = { numRuns: 60, interruptAfterTimeLimit: 16_000 };

describe('under every fault, with stops, resumes and crashes', () => {
  it('an issue ends with exactly the vouchers that were issued, and never with too many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ ...story, quantity: fc.integer({ min: 1, max: 70 }) }),
        async ({ faults, acts, quantity }) => {
          const first = await createTestTill();
          const id = randomUUID();
          first.issuer.failNextIssues(...faults);
          void first.issues.put(ANA, id, { productCode: 'GIFT10', quantity });
          const till = await happen(first, acts, {
            stop: ({ issues }) => issues.stop(ANA, id),
            resume: ({ issues }) => issues.resume(ANA, id),
          });
          for (let round = 0; (await till.issues.get(ANA, id)).state !== 'done'; round += 1) {
            const { state } = await till.issues.get(ANA, id);
            expect(round, `still ${state}`).toBeLessThan(40);
            if (!isIssueOpen(state)) void till.issues.resume(ANA, id);
            await till.clock.advance(1_000_000);
          }
          const { vouchers } = await till.issues.get(ANA, id);
          expect(vouchers.map(({ last4 }) => last4).sort()).toEqual(
            till.issuer
              .issuedCodes()
              .map((code) => code.slice(-4))
              .sort(),
          );
          expect(vouchers).toHaveLength(quantity);
          const keysPerOrder = new Map(
            till.issuer.ordersTried().map(({ idempotencyKey, quantity: of }) => [idempotencyKey, of]),
          );
          for (const order of till.issuer.ordersTried())
            expect(order.quantity).toBe(keysPerOrder.get(order.idempotencyKey));
        },
      ),
      RUNS,
    );
  }, 60_000);

  it('a range is sent once unless it was never transmitted, and activated cards leave it done or unknown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ ...story, count: fc.integer({ min: 1, max: 8 }) }),
        async ({ faults, acts, count }) => {
          const first = await createTestTill();
          const id = randomUUID();
          first.issuer.failNextRanges(...faults);
          const { activate } = first.issuer;
          const left: string[] = [];
          const leaving: typeof activate = async (range, onFirstByte) => {
            const done = await activate(range, onFirstByte);
            if (done.outcome !== 'not-sent') left.push(range.start);
            return done;
          };
          first.issuer.activate = leaving;
          void first.activations.put(SAM, id, { ranges: tens(count) });
          const till = await happen(first, acts, {
            stop: ({ activations }) => activations.stop(SAM, id),
            resume: ({ activations }) => activations.resume(SAM, id, []),
          });
          for (
            let round = 0;
            ['stopped', 'running'].includes((await till.activations.get(SAM, id)).state);
            round += 1
          ) {
            expect(round).toBeLessThan(40);
            void till.activations.resume(SAM, id, []).catch(() => 'refused');
            await till.clock.advance(100_000);
          }
          const activation = await till.activations.get(SAM, id);
          expect(isActivationOpen(activation.state)).toBe(false);
          expect(left).toHaveLength(new Set(left).size);
          const active = new Set(till.issuer.activated().map(({ start }) => start));
          for (const { start, state } of activation.ranges) {
            if (active.has(start)) expect(['done', 'unknown']).toContain(state);
            if (state === 'done') expect(active).toContain(start);
          }
          expect(rangeStatesOf(activation)).not.toContain('waiting');
        },
      ),
      RUNS,
    );
  }, 60_000);
});
