import type { IssuerTransaction } from '../../bff/issuer/port.ts';
import { judgeFittingRow, namesVoucher } from '../../bff/redemption/settle/candidates.ts';
import { RULES, type Rules } from '../../bff/redemption/settle/in-force.ts';
import type { CompleteReading, Evidence, SettlingState } from '../../bff/redemption/settle/rules.ts';
import { LIMITS } from '../../contract/access/limits.ts';

/**
 * Replacements of production's functions, each of which removes one rule of settling. If possible,
 * it is production's own function with an input that disables the rule.
 */
export const SETTLING_WITHOUT_RULE = {
  snapshotExclusion: weighing(
    (judgeRows) => (wanted, rows, claimed, now) =>
      judgeRows({ ...wanted, snapshot: wanted.snapshot && { ...wanted.snapshot, seen: wanted.snapshot.seen && [] } }, rows, claimed, now),
  ),
  claimExclusion: weighing((judgeRows) => (wanted, rows, _, now) => judgeRows(wanted, rows, new Set(), now)),
  skewPad: {
    ...RULES,
    candidatePeriod: (sentAt, now) => ({ from: sentAt, to: now }),
    judgeRows(wanted, rows, claimed, now) {
      const isOutside = ({ createdAt }: IssuerTransaction) => createdAt !== null && (createdAt < wanted.sentAt || createdAt > now);
      const bare = rows.filter((row) => !isOutside(row) || !namesVoucher(row, wanted.ref));
      return RULES.judgeRows(wanted, bare, claimed, now);
    },
  },
  oldRowWaits: deciding((evidence, at) => [complete(evidence, withoutDoubt), at]),
  ownMid: weighing(
    (judgeRows) =>
      (wanted, rows, ...rest) =>
        judgeRows(
          wanted,
          rows.map((row) => ({ ...row, mid: wanted.mid ?? row.mid })),
          ...rest,
        ),
  ),
  exactAmount: weighing((judgeRows) => (wanted, ...rest) => {
    const weighed = judgeRows(wanted, ...rest);
    const [row] = weighed.verdict === 'manager' && weighed.code === 'row-differs' ? weighed.rows : [];
    return row ? judgeFittingRow(row, wanted) : weighed;
  }),
  onlyOne: weighing((judgeRows) => (wanted, rows, claimed, now) => {
    const weighed = judgeRows(wanted, rows, claimed, now);
    if (weighed.verdict !== 'manager' || weighed.code !== 'several-fit') return weighed;
    const others = weighed.rows.slice(1).map(({ transactionId }) => transactionId);
    return judgeRows(wanted, rows, new Set([...claimed, ...others]), now);
  }),
  halfWay: weighing((judgeRows) => (...given) => {
    const weighed = judgeRows(...given);
    return weighed.verdict === 'half-way' ? { verdict: 'nothing' } : weighed;
  }),
  secondReading: deciding((evidence, at) => {
    const longAgoMs = at.nowMs - LIMITS.secondReadingAfterMs;
    return [evidence, { ...at, nothingSinceMs: Math.min(at.nothingSinceMs ?? longAgoMs, longAgoMs) }];
  }),
  stillLeaving: deciding((evidence, at) => [evidence, { ...at, mayBeUnsent: false }]),
  undisturbed: deciding((evidence, at) => [evidence, { ...at, clockJumped: false }]),
  balance: {
    ...RULES,
    balanceExplained: (wanted, rows, remaining, offset, supposed) =>
      supposed == null || RULES.balanceExplained(wanted, rows, remaining, offset, supposed),
  },
  certainlyLater: {
    ...RULES,
    balanceExplained(wanted, rows, ...rest) {
      const later = rows.map((row) => ({ ...row, createdAt: Number.POSITIVE_INFINITY }));
      return RULES.balanceExplained(wanted, later, ...rest);
    },
  },
  otherWay: {
    ...RULES,
    balanceExplained({ snapshot, ...wanted }, rows, ...rest) {
      const seen = rows.map(({ transactionId }) => transactionId);
      return RULES.balanceExplained({ ...wanted, snapshot: snapshot && { ...snapshot, seen } }, rows, ...rest);
    },
  },
  givenBack: {
    ...RULES,
    balanceForSecondAttempt: (first) => RULES.balanceForSecondAttempt({ ...first, wasRefunded: false }),
    decide: (evidence, at) =>
      RULES.decide(
        complete(evidence, (reading) => ({ ...reading, wasRefunded: false })),
        at,
      ),
  },
  oneOfTwo: { ...RULES, balanceForSecondAttempt: (first) => RULES.balanceForSecondAttempt({ ...first, singleUse: true }) },
} as const satisfies Record<string, Rules>;

function weighing(without: (judgeRows: Rules['judgeRows']) => Rules['judgeRows']): Rules {
  return { ...RULES, judgeRows: without(RULES.judgeRows) };
}

function deciding(told: (evidence: Evidence, at: SettlingState) => [Evidence, SettlingState]): Rules {
  return { ...RULES, decide: (evidence, at) => RULES.decide(...told(evidence, at)) };
}

function complete(evidence: Evidence, change: (reading: CompleteReading) => CompleteReading): Evidence {
  return evidence !== null && 'weighed' in evidence ? change(evidence) : evidence;
}

function withoutDoubt(reading: CompleteReading): CompleteReading {
  return reading.weighed.verdict === 'likely' ? { ...reading, weighed: { ...reading.weighed, mayBeOlder: false } } : reading;
}
