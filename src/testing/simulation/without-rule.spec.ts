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

describe('the rules of settling', () => {
  it('an older capture counts as the outcome without the rule against earlier rows', () => {
    const snapshot = { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: ['c-1'] };
    expect(withAndWithout('snapshotExclusion', weighed([captureRow()], { snapshot }))).toEqual(['nothing', 'found']);
  });

  it('another tender’s capture counts as the outcome without the rule against claimed rows', () => {
    expect(withAndWithout('claimExclusion', weighed([captureRow()], {}, ['c-1']))).toEqual(['nothing', 'found']);
  });

  it('a capture that looks slightly early is missed without the allowance for clock differences', () => {
    const early = captureRow({ createdAt: SENT - 1 });
    expect(withAndWithout('skewPad', weighed([early]))).toEqual(['found', 'nothing']);
    const [padded, bare] = withAndWithout('skewPad', (rules) => rules.candidatePeriod(SENT, NOW, 500));
    expect([padded, bare]).toEqual([
      { from: SENT - 120_500, to: NOW + 120_500 },
      { from: SENT, to: NOW },
    ]);
  });

  it('an older row is accepted before our own can appear without the rule to wait', () => {
    const older: Evidence = {
      weighed: { verdict: 'likely', row: captureRow(), mayBeOlder: true },
      proved: true,
      balanceExplained: true,
      remaining: 0,
      wasRefunded: false,
    };
    expect(withAndWithout('oldRowWaits', decided(older, { nowMs: WINDOW_MS - 1 }))).toEqual(['wait', 'found']);
  });

  it('another amount is accepted without the rule of the exact amount', () => {
    expect(withAndWithout('exactAmount', weighed([captureRow({}, 1999)]))).toEqual(['manager', 'found']);
    const timeless = captureRow({ createdAt: null });
    const judged = (rules: Rules) => rules.judgeRows({ ...WANTED, snapshot: null }, [timeless], new Set(), NOW);
    expect(withAndWithout('exactAmount', judged)).toMatchObject([{ verdict: 'manager' }, { verdict: 'likely', mayBeOlder: true }]);
  });

  it('the first of two matching rows is accepted without the rule of a single match', () => {
    const two = [captureRow(), captureRow({ transactionId: 'c-2' })];
    expect(withAndWithout('onlyOne', weighed(two))).toEqual(['manager', 'found']);
  });

  it('“nothing” is reported for a redemption in progress without the rule on authorizations', () => {
    const authorization = captureRow({ type: 'authorization', transactionId: 'a-1' });
    expect(withAndWithout('halfWay', weighed([authorization]))).toEqual(['half-way', 'nothing']);
  });

  it('“nothing” is reported while the issuer may still act without the window W', () => {
    const early = { nowMs: 20_000, nothingSinceMs: 10_000 };
    expect([decided(NO_ROWS, early)(RULES), decided(NO_ROWS, { ...early, settleWindowMs: 0 })(RULES)]).toEqual(['wait', 'proved-nothing']);
  });

  it('“nothing” is reported after one search without the second reading', () => {
    expect(withAndWithout('secondReading', decided(NO_ROWS, {}))).toEqual(['wait', 'proved-nothing']);
  });

  it('a changed clock does not restart the proof without the rule on disturbances', () => {
    const jumped = { nowMs: WINDOW_MS + 10_000, nothingSinceMs: WINDOW_MS, clockJumped: true };
    expect(withAndWithout('undisturbed', decided(NO_ROWS, jumped))).toEqual(['wait', 'proved-nothing']);
  });

  it('“nothing” is reported although money is missing without the comparison of the balance', () => {
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [], 3000, null, null);
    expect(withAndWithout('balance', explained)).toEqual([false, true]);
  });

  it('a row from before the snapshot explains a missing amount without the rule on later rows', () => {
    const before = captureRow({ createdAt: SENT - 60_000 });
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [before], 3000, null, null);
    expect(withAndWithout('certainlyLater', explained)).toEqual([false, true]);
  });

  it('a refund of unknown order hides a capture of the same amount without the rule on refunds', () => {
    const back = captureRow({ type: 'refund', createdAt: SENT - 6_000 });
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [back], 5000, null, null);
    expect(withAndWithout('otherWay', explained)).toEqual([false, true]);
  });

  it('half a reading is accepted without the rule on complete readings', async () => {
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

  it('a second attempt can redeem twice without the comparison with the balance', () => {
    const first = { attempts: 1, requested: 1000, remainingBefore: 5000, singleUse: false, wasRefunded: false };
    expect(withAndWithout('oneOfTwo', (rules) => rules.balanceForSecondAttempt(first))).toEqual([null, 5000]);
  });

  it('a second attempt is allowed after a refund without the rule on refunds', () => {
    const first = { attempts: 1, requested: 4000, remainingBefore: 5000, singleUse: false, wasRefunded: true };
    expect(withAndWithout('givenBack', (rules) => rules.balanceForSecondAttempt(first))).toEqual([null, 5000]);
  });

  it('a pass that missed a row between pages is accepted without a second equal pass', async () => {
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
