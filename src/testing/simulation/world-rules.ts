import { MIRROR_RULES, type MirrorRules } from '../../bff/issuer/mirror/mirror-rules.ts';
import { RULES, type Rules } from '../../bff/redemption/settle/in-force.ts';
import { SHIFT_RULES } from '../../features/closings/bff/open-shifts.ts';
import type { explainHistory } from '../../features/voucher-history/bff/explain-history.ts';
import type { ClosingRules } from './closings.ts';
import { type EdgeRules, SOUND_EDGE } from './issuer.ts';
import { SOUND_STORE, type StoreRules } from './memory-store.ts';

/** The rules of a world: all of them, or all but one in an ablation. */
export interface WorldRules {
  readonly settling: Rules;
  readonly mirror: MirrorRules;
  readonly store: StoreRules;
  readonly edge: EdgeRules;
  /** W, milliseconds. */
  readonly settleWindowMs: number;
  /** W restarts with a second attempt. */
  readonly freshWindow: boolean;
  /** Settling accepts a reading only if every page of it was read. */
  readonly completeReading: boolean;
  /** A journal that may lack entries is detected, and the shop is closed until it is recovered. */
  readonly guard: boolean;
  /** Voucher histories are queried and built with these rules; null without queries. */
  readonly story: typeof explainHistory | null;
  /** How shifts are closed; null if none is closed. */
  readonly closings: ClosingRules | null;
  /** The share of worlds in which the journal is restored, 0 to 1. */
  readonly lossShare: number;
  /** The share of worlds with a second shop of the account, 0 to 1. */
  readonly secondShare: number;
  /** The share of worlds with a shop of another account, 0 to 1. */
  readonly strangerShare: number;
  /** The share of worlds whose shops are added, suspended, moved or set up wrongly, 0 to 1. */
  readonly changeShare: number;
  /** The share of worlds whose rows are processed before they succeed or fail, 0 to 1. */
  readonly processingShare: number;
  /** Other shops of the merchant trade in every world. */
  readonly isBusy: boolean;
  /** Worlds of a chain on a usual day: answers are lost, and nothing else goes wrong. */
  readonly isLive: boolean;
}

export const SOUND: WorldRules = {
  settling: RULES,
  mirror: MIRROR_RULES,
  store: SOUND_STORE,
  edge: SOUND_EDGE,
  settleWindowMs: 210_000,
  freshWindow: true,
  completeReading: true,
  guard: true,
  story: null,
  closings: null,
  lossShare: 0.08,
  secondShare: 0.05,
  strangerShare: 0,
  changeShare: 0,
  processingShare: 0,
  isBusy: false,
  isLive: false,
};

/** Two shops of one account and one of another, which change in some worlds. */
export const CHAIN_SHARES = { secondShare: 1, strangerShare: 1, changeShare: 0.1 } as const satisfies Partial<WorldRules>;

/** The same in worlds with closings. The journal is restored more often. */
export const CLOSING: WorldRules = { ...SOUND, closings: { shift: () => SHIFT_RULES, burns: true, oneTill: true }, lossShare: 0.3 };
