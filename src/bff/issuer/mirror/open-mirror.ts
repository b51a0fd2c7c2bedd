import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Issuer } from '../port.ts';
import { type Budget, createBudget } from './budget.ts';
import { BACKFILL_MS } from './limits.ts';
import { createMirror, type Mirror } from './mirror.ts';
import { MIRROR_RULES, type MirrorRules } from './mirror-rules.ts';
import type { MirrorStore } from './mirror-store.ts';
import { createUpkeep, type Upkeep } from './upkeep.ts';

export interface MirrorOptions extends Pick<Ports, 'clock' | 'log' | 'servers'> {
  readonly issuer: Pick<Issuer, 'searchPage' | 'clockOffset' | 'pauseMs'>;
  readonly store: MirrorStore;
  readonly keys: Pick<Keys, 'hash' | 'seal' | 'open'>;
  /** The mids of this server's shops of the account; null while one is unknown. */
  readonly ownMids: () => Promise<readonly string[] | null>;
  readonly isOfAccount: (sinceMs: number) => Promise<boolean>;
  readonly searchesPerSecond: number;
  /** Rows of our own shops are stored for this many days. */
  readonly historyDays: number;
  /** How much of the past the first start reads, milliseconds. */
  readonly backfillMs?: number;
  readonly rules?: MirrorRules;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Opens the mirror, and the upkeep that fills it. Nothing is read before a caller needs it, or
 * before {@link Upkeep.start}.
 */
export function openMirror(options: MirrorOptions): {
  readonly mirror: Mirror;
  readonly upkeep: Upkeep;
  readonly budget: Budget;
} {
  const { issuer, clock, searchesPerSecond, historyDays, backfillMs = BACKFILL_MS, rules = MIRROR_RULES } = options;
  const budget = createBudget({ clock, perSecond: searchesPerSecond, pauseMs: () => issuer.pauseMs() });
  const mirror = createMirror({ ...options, budget, rules });
  const upkeep = createUpkeep({
    ...options,
    mirror,
    clockOffset: () => issuer.clockOffset(),
    historyMs: historyDays * DAY_MS,
    backfillMs,
  });
  return { mirror, upkeep, budget };
}
