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

describe('an omitted rule', () => {
  it('about earlier rows makes an older capture the outcome', () => {
    const snapshot = { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: ['c-1'] };
    expect(withAndWithout('snapshotExclusion', weighed([captureRow()], { snapshot }))).toEqual(['nothing', 'found']);
  });

  it('about claimed rows makes another tender’s capture the outcome', () => {
    expect(withAndWithout('claimExclusion', weighed([captureRow()], {}, ['c-1']))).toEqual(['nothing', 'found']);
  });

  it('about clock differences makes a capture that looks slightly early be missed', () => {
    const early = captureRow({ createdAt: SENT - 1 });
    expect(withAndWithout('skewPad', weighed([early]))).toEqual(['found', 'nothing']);
    const [padded, bare] = withAndWithout('skewPad', (rules) => rules.candidatePeriod(SENT, NOW, 500));
    expect([padded, bare]).toEqual([
      { from: SENT - 120_500, to: NOW + 120_500 },
      { from: SENT, to: NOW },
    ]);
  });

  it('about waiting for older rows accepts one before our own can appear', () => {
    const older: Evidence = {
      weighed: { verdict: 'likely', row: captureRow(), mayBeOlder: true },
      proved: true,
      balanceExplained: true,
      remaining: 0,
      wasRefunded: false,
    };
    expect(withAndWithout('oldRowWaits', decided(older, { nowMs: WINDOW_MS - 1 }))).toEqual(['wait', 'found']);
  });

  it('about the exact amount accepts another amount', () => {
    expect(withAndWithout('exactAmount', weighed([captureRow({}, 1999)]))).toEqual(['manager', 'found']);
    const timeless = captureRow({ createdAt: null });
    const judged = (rules: Rules) => rules.judgeRows({ ...WANTED, snapshot: null }, [timeless], new Set(), NOW);
    expect(withAndWithout('exactAmount', judged)).toMatchObject([{ verdict: 'manager' }, { verdict: 'likely', mayBeOlder: true }]);
  });

  it('about a single match accepts the first of two rows', () => {
    const two = [captureRow(), captureRow({ transactionId: 'c-2' })];
    expect(withAndWithout('onlyOne', weighed(two))).toEqual(['manager', 'found']);
  });

  it('about authorizations reports “nothing” for a redemption in progress', () => {
    const authorization = captureRow({ type: 'authorization', transactionId: 'a-1' });
    expect(withAndWithout('halfWay', weighed([authorization]))).toEqual(['half-way', 'nothing']);
  });

  it('about the window W reports “nothing” while the issuer may still act', () => {
    const early = { nowMs: 20_000, nothingSinceMs: 10_000 };
    expect([decided(NO_ROWS, early)(RULES), decided(NO_ROWS, { ...early, settleWindowMs: 0 })(RULES)]).toEqual(['wait', 'proved-nothing']);
  });

  it('about a second reading reports “nothing” after one search', () => {
    expect(withAndWithout('secondReading', decided(NO_ROWS, {}))).toEqual(['wait', 'proved-nothing']);
  });

  it('about an undisturbed proof ignores a changed clock', () => {
    const jumped = { nowMs: WINDOW_MS + 10_000, nothingSinceMs: WINDOW_MS, clockJumped: true };
    expect(withAndWithout('undisturbed', decided(NO_ROWS, jumped))).toEqual(['wait', 'proved-nothing']);
  });

  it('about the balance reports “nothing” although money is missing', () => {
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [], 3000, null, null);
    expect(withAndWithout('balance', explained)).toEqual([false, true]);
  });

  it('about certainly later rows explains a missing amount by a row from before the snapshot', () => {
    const before = captureRow({ createdAt: SENT - 60_000 });
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [before], 3000, null, null);
    expect(withAndWithout('certainlyLater', explained)).toEqual([false, true]);
  });

  it('about refunds of unknown order reports “nothing” for a capture of the same amount', () => {
    const back = captureRow({ type: 'refund', createdAt: SENT - 6_000 });
    const explained = (rules: Rules) => rules.balanceExplained(WANTED, [back], 5000, null, null);
    expect(withAndWithout('otherWay', explained)).toEqual([false, true]);
  });

  it('about complete readings accepts half of one', async () => {
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

  it('about a balance for one redemption only lets a second attempt redeem twice', () => {
    const first = { attempts: 1, requested: 1000, remainingBefore: 5000, singleUse: false, wasRefunded: false };
    expect(withAndWithout('oneOfTwo', (rules) => rules.balanceForSecondAttempt(first))).toEqual([null, 5000]);
  });

  it('about refunds allows a second attempt at a voucher that can pay both again', () => {
    const first = { attempts: 1, requested: 4000, remainingBefore: 5000, singleUse: false, wasRefunded: true };
    expect(withAndWithout('givenBack', (rules) => rules.balanceForSecondAttempt(first))).toEqual([null, 5000]);
  });

  it('about two equal passes accepts one that missed a row between pages', async () => {
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
