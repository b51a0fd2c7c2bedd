import { classifyRedeem } from '../../bff/issuer/classify.ts';
import { refusal } from '../../contract/voucher/refusal.ts';
import { explainHistory } from '../../features/voucher-history/bff/explain-history.ts';
import type { ClosingRules } from './closings.ts';
import type { EdgeRules } from './issuer.ts';
import type { StoreRules } from './memory-store.ts';
import { MIRROR_WITHOUT_RULE } from './mirror-without-rule.ts';
import { SETTLING_WITHOUT_RULE } from './settling-without-rule.ts';
import { CLOSING, SOUND, type WorldRules } from './world-rules.ts';

/** A rule that is switched off to show its effect. */
export interface Ablation {
  /** What happens without the rule. */
  readonly without: string;
  readonly rules: WorldRules;
}

const settling = (name: keyof typeof SETTLING_WITHOUT_RULE, without: string): Ablation => ({
  without,
  rules: { ...SOUND, settling: SETTLING_WITHOUT_RULE[name] },
});
const mirroring = (name: keyof typeof MIRROR_WITHOUT_RULE, without: string): Ablation => ({
  without,
  rules: { ...SOUND, mirror: MIRROR_WITHOUT_RULE[name] },
});
const store = (name: keyof StoreRules, without: string): Ablation => ({
  without,
  rules: { ...SOUND, store: { ...SOUND.store, [name]: false } },
});
const inTwoShops = ({ without, rules }: Ablation, lossShare = rules.lossShare): Ablation => ({
  without,
  rules: { ...rules, secondShare: 1, lossShare },
});
const edge = (change: Partial<EdgeRules>, without: string): Ablation => ({
  without,
  rules: { ...SOUND, edge: { ...SOUND.edge, ...change } },
});

const closing = (change: Partial<ClosingRules>, without: string): Ablation => ({
  without,
  rules: { ...CLOSING, closings: CLOSING.closings && { ...CLOSING.closings, ...change } },
});

/** Adds up only facts of the day on which the Z report is made. */
const ofTheDay: ClosingRules['shift'] = (dayOf) => ({
  addedUp: ({ ended, carried }, now) => [...ended, ...carried].filter(({ at }) => dayOf(at) === dayOf(now)),
});

/** Takes every 4xx for a refusal. */
const anyRefusal: EdgeRules['classify'] = (reply, order) =>
  reply.kind === 'answer' && reply.status >= 400 && reply.status < 500
    ? { outcome: 'declined', refusal: refusal('issuer-declined') }
    : classifyRedeem(reply, order);

/** Ignores the ids in an answer, and contradictions between its amounts. */
const anyAnswer: EdgeRules['classify'] = (reply, order) => {
  const outcome = classifyRedeem(reply, order);
  if (outcome.outcome !== 'unknown' || !outcome.isMismatch || reply.kind !== 'answer') return outcome;
  return classifyRedeem({ ...reply, text: reply.text.replace(/"(authorized_amount|vouchers)"/g, '"left_out"') }, order);
};

/** A voucher history that ignores refunds. */
const withoutRefunds: typeof explainHistory = (events, ground) =>
  explainHistory(
    events.filter(({ what }) => what !== 'refunded'),
    ground,
  );

/** Every rule that can be switched off, by the name of its switch. */
export const ABLATIONS = {
  snapshotExclusion: settling('snapshotExclusion', 'a row that search showed before the attempt may be its outcome'),
  claimExclusion: settling('claimExclusion', 'a row of another operation may be its outcome'),
  skewPad: settling('skewPad', 'clocks are taken to agree'),
  oldRowWaits: settling('oldRowWaits', 'a row that may be older is believed at once when the balance agrees'),
  ownMid: inTwoShops(settling('ownMid', 'a row of another shop may be its outcome')),
  exactAmount: settling('exactAmount', 'a row of another amount may be its outcome'),
  onlyOne: settling('onlyOne', 'the first of several rows is its outcome'),
  halfWay: settling('halfWay', 'an authorization alone, or a row under another mid, is nothing'),
  window: { without: 'nothing is said to be nothing at once', rules: { ...SOUND, settleWindowMs: 0 } },
  secondReading: settling('secondReading', 'one reading is enough for nothing'),
  /*
   * The remembered offset of the issuer's clock covers most of these cases; the rule shows only
   * without both.
   */
  undisturbed: {
    without: 'nobody notices that the clock was set',
    rules: { ...SOUND, settling: SETTLING_WITHOUT_RULE.undisturbed, edge: { ...SOUND.edge, noticesSetClock: false } },
  },
  balance: settling('balance', 'the balance is not asked'),
  certainlyLater: settling('certainlyLater', 'rows that may be older than the snapshot explain the balance'),
  otherWay: settling('otherWay', 'a refund that may be older or later hides no capture'),
  completeReading: { without: 'half a reading is a reading', rules: { ...SOUND, completeReading: false } },
  ownRows: mirroring('ownRows', 'two passes have to agree on the rows of everybody'),
  agreement: mirroring('agreement', 'one pass is a proof'),
  passesApart: mirroring('passesApart', 'the passes of a proof follow each other at once'),
  knownBefore: mirroring('knownBefore', 'a glance ends where it met rows itself, or another that failed'),
  windows: mirroring('window', 'the last minutes are never read in full'),
  windowAge: mirroring('windowAge', 'a snapshot is trusted however long ago they were read'),
  shownLate: mirroring('shownLate', 'what search may still show late is read for good'),
  oneOfTwo: settling('oneOfTwo', 'everything is sent a second time'),
  givenBack: settling('givenBack', 'a voucher to which something was given back may be asked twice'),
  stillLeaving: settling('stillLeaving', 'it is sent a second time while the first may still leave'),
  freshWindow: { without: 'W goes on through a second attempt', rules: { ...SOUND, freshWindow: false } },
  guard: { without: 'a journal that lost commits is taken for complete', rules: { ...SOUND, guard: false } },
  ownGapEnds: inTwoShops(store('ownGapEnds', 'a gap that one shop has looked through is over for all shops'), 1),
  durableSent: store('durableSent', 'a crash forgets what was sent'),
  voucherLock: store('lock', 'several operations may have a voucher'),
  versions: store('versions', 'the last writer wins'),
  tombstones: store('tombstones', 'an id that was given up may arrive'),
  uniqueClaims: store('uniqueClaims', 'two operations may claim one row'),
  allowList: edge({ classify: anyRefusal }, 'any 4xx is a refusal'),
  ownAnswer: edge({ classify: anyAnswer }, 'the answer to another request is believed'),
  wholeShift: closing({ shift: ofTheDay }, 'a Z adds up the day on which it is made'),
  burntNumbers: closing({ burns: false }, 'numbers that a restore lost are used again'),
  oneTill: closing({ oneTill: false }, 'a till that is enrolled again counts from one'),
  firstByteInTime: edge({ firstByteInTime: false }, 'the first byte may leave long after SENT'),
  storyRefunds: { without: 'a story leaves out what was given back', rules: { ...SOUND, story: withoutRefunds } },
} as const satisfies Record<string, Ablation>;

export type AblationName = keyof typeof ABLATIONS;

export function isAblation(name: string): name is AblationName {
  return Object.hasOwn(ABLATIONS, name);
}
