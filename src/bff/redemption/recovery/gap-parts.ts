import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { findJournal } from '../../platform/storage/journal-state.ts';
import { createGapStore, type GapStore } from '../../platform/store/journal-gaps.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { createSweeper, type Sweeper, type SweeperDeps } from '../settle/sweeper.ts';
import { createDoubt, type DoubtDeps } from './doubt.ts';
import { createGate, createGateMemory, type Gate, type GateMemoryDeps } from './gate.ts';
import { createOpening, type Opening, type OpeningDeps } from './opening.ts';
import { createRecovery, type RecoveryDeps } from './recovery.ts';
import { createReportedTills } from './reported-tills.ts';
import { createTags, type TagDeps, type Tags } from './tags.ts';
import { createTillReports, type TillReports, type TillReportsDeps } from './till-reports.ts';

export type GapPartsDeps = RecoveryDeps &
  Omit<DoubtDeps, 'areRowsRead'> &
  TagDeps &
  Pick<GateMemoryDeps, 'midCheck'> &
  Omit<OpeningDeps, 'memory' | 'recovery'> &
  Omit<SweeperDeps, 'undecidableSince' | 'isAmbiguous'> &
  Omit<TillReportsDeps, 'memory' | 'gate' | 'recovery' | 'opening' | 'reportedTills' | 'tags' | 'burnLost'>;

/** Closes the shop while its journal may lack operations, and opens it again. */
export interface GapParts {
  readonly gate: Gate;
  readonly opening: Omit<Opening, 'start'> & { readonly start: () => Promise<void> };
  readonly sweeper: Sweeper;
  readonly tillReports: (burnLost: TillReportsDeps['burnLost']) => TillReports;
  readonly tags: Tags;
}

export function createGapParts(deps: GapPartsDeps): GapParts {
  const memory = createGateMemory(deps);
  const recovery = createRecovery(deps);
  const opening = createOpening({ ...deps, memory, recovery });
  const reportedTills = createReportedTills(deps.gaps);
  const gate = createGate(memory, deps.clock, {
    ...opening,
    isAwaited: deps.gaps.isAwaited,
    hasReported: reportedTills.has,
    isRemembered: deps.gaps.isRemembered,
    remembers: deps.gaps.remembers,
    doubt: createDoubt({ ...deps, areRowsRead: opening.areRowsRead }),
  });
  const sweeper = createSweeper({ ...deps, undecidableSince: gate.undecidableSince, isAmbiguous: gate.isAmbiguous });
  const tags = createTags(deps);
  /* Every tag contains the journal's id. The id is read once, so that no response has to query the
     database for it. */
  async function start(): Promise<void> {
    await deps.journalId();
    await opening.start(sweeper.sweepNow);
  }
  return {
    gate,
    opening: { ...opening, start },
    sweeper,
    tags,
    tillReports: (burnLost) =>
      createTillReports({ ...deps, memory, gate, recovery, opening, reportedTills: reportedTills, tags, burnLost }),
  };
}

export function gapsOf(
  db: Kysely<Schema>,
  shop: Scope,
): { readonly gaps: GapStore; readonly journalId: () => Promise<string> } {
  let id: string | null = null;
  return {
    gaps: createGapStore(db, shop),
    async journalId() {
      id ??= (await findJournal(db)).id;
      return id ?? '';
    },
  };
}
