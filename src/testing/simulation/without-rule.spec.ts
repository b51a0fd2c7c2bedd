import { describe, expect, it } from 'vitest';
import { MIRROR_RULES, type MirrorRules } from '../../bff/issuer/mirror/mirror-rules.ts';
import type { IssuerTransaction } from '../../bff/issuer/port.ts';
import type { Target } from '../../bff/redemption/settle/candidates.ts';
import { RULES, type Rules } from '../../bff/redemption/settle/in-force.ts';
import type { Evidence, SettlingState } from '../../bff/redemption/settle/rules.ts';
import { readerOf } from '../databases/mirror-kit.ts';
import { captureRow, NO_ROWS, NOW, SENT, SETTLED_REF, settlingState, WANTED, WINDOW_MS } from '../issuer/settling.ts';
import { withHalfReadings } from './guards.ts';
import { MIRROR_WITHOUT_RULE } from './mirror-without-rule.ts';
import { SETTLING_WITHOUT_RULE } from './settling-without-rule.ts';

/** The result with all rules, and the result without this one. */
function withAndWithout<T>(rule: keyof typeof SETTLING_WITHOUT_RULE, say: (rules: Rules) => T): [T, T] {
  return [say(RULES), say(SETTLING_WITHOUT_RULE[rule])];
}

const weighed = (rows: IssuerTransaction[], changes: Partial<Target> = {}, claimed: string[] = []) => {
  return (rules: Rules) => rules.judgeRows({ ...WANTED, ...changes }, rows, new Set(claimed), NOW).verdict;
};
const decided = (evidence: Evidence, changes: Partial<SettlingState>) => (rules: Rules) =>
  rules.decide(evidence, settlingState(changes)).do;

describe('without the rule', () => {
  it('that rows from before the attempt are not its outcome, an older capture would be taken for it', () => {
    const snapshot = { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: ['c-1'] };
    expect(withAndWithout('snapshotExclusion', weighed([captureRow()], { snapshot }))).toEqual(['nothing', 'found']);
  });

  it('that claimed rows are not its outcome, the capture of another tender would be taken for it', () => {
    expect(withAndWithout('claimExclusion', weighed([captureRow()], {}, ['c-1']))).toEqual(['nothing', 'found']);
  });

  it('that clocks may disagree, a capture would be missed that looks a moment too early', () => {
    const early = captureRow({ createdAt: SENT - 1 });
    expect(withAndWithout('skewPad', weighed([early]))).toEqual(['found', 'nothing']);
    const [padded, bare] = withAndWithout('skewPad', (rules) => rules.candidatePeriod(SENT, NOW, 500));
    expect([padded, bare]).toEqual([
      { from: SENT - 120_500, to: NOW + 120_500 },
      { from: SENT, to: NOW },
    ]);
  });

  it('that an older row waits, it would be believed before our own can show', () => {
    const older: Evidence = {
      weighed: { verdict: 'likely', row: captureRow(), mayBeOlder: true },
      proved: true,
      balanceExplained: true,
      remaining: 0,
      wasRefunded: false,
    };
    expect(withAndWithout('oldRowWaits', decided(older, { nowMs: WINDOW_MS - 1 }))).toEqual(['wait', 'found']);
  });

  it('that the amount is exact, another amount would be taken for ours', () => {
    expect(withAndWithout('exactAmount', weighed([captureRow({}, 1999)]))).toEqual(['manager', 'found']);
    const timeless = captureRow({ createdAt: null });
    const judged = (rules: Rules) => rules.judgeRows({ ...WANTED, snapshot: null }, [timeless], new Set(), NOW);
    expect(withAndWithout('exactAmount', judged)).toMatchObject([{ verdict: 'manager' }, { verdict: 'likely', mayBeOlder: true }]);
  });

  it('that only one row may fit, the first of two would be taken', () => {
    const two = [captureRow(), captureRow({ transactionId: 'c-2' })];
    expect(withAndWithout('onlyOne', weighed(two))).toEqual(['manager', 'found']);
  });

  it('that an authorization is not nothing, a redemption that is going on would be', () => {
    const authorization = captureRow({ type: 'authorization', transactionId: 'a-1' });
    expect(withAndWithout('halfWay', weighed([authorization]))).toEqual(['half-way', 'nothing']);
  });

  it('that nothing is concluded before W, “nothing” would be reported while the issuer may still act', () => {
    const early = { nowMs: 20_000, nothingSinceMs: 10_000 };
    expect([decided(NO_ROWS, early)(RULES), decided(NO_ROWS, { ...early, settleWindowMs: 0 })(RULES)]).toEqual(['wait', 'proved-nothing']);
  });

  it('that "nothing" is seen twice, one search would do', () => {
    expect(withAndWithout('secondReading', decided(NO_ROWS, {}))).toEqual(['wait', 'proved-nothing']);
  });

  it('that nothing disturbs the proof, a changed clock would not restart it', () => {
    const jumped = { nowMs: WINDOW_MS + 10_000, nothingSinceMs: WINDOW_MS, clockJumped: true };
    expect(withAndWithout('undisturbed', decided(NO_ROWS, jumped))).toEqual(['wait', 'proved-nothing']);
  });

  it('that the balance agrees, “nothing” would be concluded about money that is gone', () => {
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [], 3000, null, null);
    expect(withAndWithout('balance', explained)).toEqual([false, true]);
  });

  it('that a row is certainly later, one from before the snapshot would explain a missing amount', () => {
    const before = captureRow({ createdAt: SENT - 60_000 });
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [before], 3000, null, null);
    expect(withAndWithout('certainlyLater', explained)).toEqual([false, true]);
  });

  it('that a refund which may be older or later could hide it, a capture of as much would be taken for nothing', () => {
    const back = captureRow({ type: 'refund', createdAt: SENT - 6_000 });
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [back], 5000, null, null);
    expect(withAndWithout('otherWay', explained)).toEqual([false, true]);
  });

  it('that a reading is complete, half of it would be taken for all', async () => {
    const row = captureRow({}, 2000, SETTLED_REF);
    const issuer = {
      searchPage: (_: unknown, page: number) =>
        Promise.resolve(
          page === 0 ? ({ outcome: 'found', value: [row] } as const) : ({ outcome: 'unclear', reason: 'no answer' } as const),
        ),
    };
    const period = { from: SENT, to: NOW };
    expect(await readerOf(issuer).readPeriod(period, 'list')).toMatchObject({ outcome: 'failed', reason: 'no answer' });
    expect(await readerOf(withHalfReadings(issuer)).readPeriod(period, 'list')).toMatchObject({ outcome: 'ended' });
  });

  it('that the balance pays only one of two, a second attempt could take the money twice', () => {
    const first = { attempts: 1, requested: 1000, remainingBefore: 5000, singleUse: false, wasRefunded: false };
    expect(withAndWithout('oneOfTwo', (rules) => rules.balanceForSecondAttempt(first))).toEqual([null, 5000]);
  });

  it('that no refund was made, a voucher that can pay both again would get a second request', () => {
    const first = { attempts: 1, requested: 4000, remainingBefore: 5000, singleUse: false, wasRefunded: true };
    expect(withAndWithout('givenBack', (rules) => rules.balanceForSecondAttempt(first))).toEqual([null, 5000]);
  });

  it('that two passes agree, one that missed a row between two pages would be a proof', async () => {
    const passes = [[], [captureRow()], [captureRow()], [captureRow()]];
    const readBy = async ({ readUntilAgreed }: MirrorRules) => {
      let pass = 0;
      const reading = await readUntilAgreed(
        async (onRows) => {
          onRows(passes[pass] ?? []);
          pass += 1;
          return { outcome: 'ended', period: { from: SENT, to: NOW }, beganMs: pass, beganAt: NOW };
        },
        () => true,
      );
      return [reading.outcome, pass];
    };
    expect(await readBy(MIRROR_RULES)).toEqual(['ended', 3]);
    expect(await readBy(MIRROR_WITHOUT_RULE.agreement)).toEqual(['ended', 1]);
  });
});
