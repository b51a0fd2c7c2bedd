import type { LookupResult, Lookups } from '../../bff/redemption/check/lookups.ts';
import { type BuildDeps, type BuiltHistory, buildHistory, continueHistory } from '../../features/voucher-history/bff/build-history.ts';
import { inStoryOrder } from '../../features/voucher-history/bff/events.ts';
import type { HistoryProgress } from '../../features/voucher-history/bff/token.ts';
import type { WorldRules } from './world-rules.ts';

/** Creates a voucher's history with production's functions, without rate limits. */
export interface ToldStories {
  /** @param faceValue the initial balance according to the catalogue; null if unknown */
  tell(ref: string, faceValue: number | null): Promise<BuiltHistory>;
  /**
   * The history as of days later, when rows of other shops are deleted and read from the issuer
   * piece by piece.
   */
  readBack(ref: string, faceValue: number | null): Promise<BuiltHistory>;
}

export interface ToldStoriesDeps extends Omit<BuildDeps, 'historyMs' | 'looks' | 'voucherEvents'> {
  readonly lookups: Lookups;
  readonly rules: Pick<WorldRules, 'story'>;
}

/** The requested period; no world is older. */
const HISTORY_MS = 45 * 60_000;
const PIECES_MAX = 40;
const NOTHING_CARRIED = { caseNumber: '', at: 0, hash: null, sequence: null, readFrom: null, lengthMs: null, events: [] } as const;

export function createToldStories({ rules, ...deps }: ToldStoriesDeps): ToldStories {
  /* Cards are activated and vouchers issued elsewhere than in these worlds. */
  const voucherEvents = async () => [];

  async function told(from: BuildDeps, looked: LookupResult, carried: HistoryProgress): Promise<BuiltHistory> {
    const story = await buildHistory(from, looked, { carried, sequence: null });
    const { events, baseline } = story.data;
    return rules.story === null ? story : { ...story, explanation: rules.story(events, baseline) };
  }

  /** @param faceValue the initial balance according to the catalogue; null if unknown */
  function looksWith(faceValue: number | null): Pick<Lookups, 'lookAt' | 'recentOf'> {
    const valued = ({ state, ...looked }: LookupResult): LookupResult =>
      state === null || faceValue === null ? { ...looked, state } : { ...looked, state: { ...state, faceValue } };
    const { lookups } = deps;
    return { lookAt: async (ref) => valued(await lookups.lookAt(ref)), recentOf: async (ref) => valued(await lookups.recentOf(ref)) };
  }

  return {
    async tell(ref, faceValue) {
      const lookups = looksWith(faceValue);
      const looked = await lookups.recentOf(ref);
      return told({ ...deps, voucherEvents, lookups, historyMs: HISTORY_MS }, looked, NOTHING_CARRIED);
    },
    async readBack(ref, faceValue) {
      const lookups = looksWith(faceValue);
      const looked = await lookups.recentOf(ref);
      const later = { ...deps, voucherEvents, lookups, historyMs: HISTORY_MS, mirror: forgetful(deps) };
      let carried: HistoryProgress = NOTHING_CARRIED;
      for (let piece = 0; piece < PIECES_MAX; piece += 1) {
        const next = await continueHistory(later, looked, carried, new AbortController().signal);
        if (next.isUnavailable || next.carried.readFrom === carried.readFrom) break;
        carried = { ...next.carried, events: inStoryOrder(next.carried.events) };
      }
      return told(later, looked, carried);
    },
  };
}

/** The mirror as it is days later, when rows of other shops are deleted. */
function forgetful({ mirror, shop, journals }: Pick<ToldStoriesDeps, 'mirror' | 'shop' | 'journals'>): BuildDeps['mirror'] {
  return {
    ...mirror,
    async rowsOf(ref, which) {
      const mid = await journals.tenders.mid(shop);
      const [rows, kept] = await Promise.all([mirror.rowsOf(ref, which), mirror.completeFor()]);
      return rows.filter((row) => row.mid === mid || (kept !== null && row.createdAt !== null && row.createdAt >= kept.to));
    },
    async completeFor() {
      const kept = await mirror.completeFor();
      return kept && { from: kept.to, to: kept.to };
    },
    complete: async () => ({ outcome: 'failed', trouble: null, reason: 'nobody asks for it' }),
  };
}
