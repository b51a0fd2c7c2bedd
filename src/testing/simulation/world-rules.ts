import { RULES, type Rules } from '../../bff/settle/in-force.ts';
import { type EdgeRules, SOUND_EDGE } from './issuer.ts';
import { SOUND_STORE, type StoreRules } from './memory-store.ts';

/** The rules that hold in a world: all of them, but where one is tried without. */
export interface WorldRules {
  readonly settling: Rules;
  readonly store: StoreRules;
  readonly edge: EdgeRules;
  /** W begins anew with a second attempt. */
  readonly freshWindow: boolean;
  /** Settling takes a reading for one only when every page of it was read. */
  readonly completeReading: boolean;
}

export const SOUND: WorldRules = { settling: RULES, store: SOUND_STORE, edge: SOUND_EDGE, freshWindow: true, completeReading: true };
