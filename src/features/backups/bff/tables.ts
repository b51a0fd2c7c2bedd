import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { RestoredKind } from '../../../contract/platform/restored-access.ts';

/** Tables of restores. Times as in `schema.ts`. */
export interface RestoreTables {
  /** Decisions of managers about access that a restore may have brought back, for each gap. */
  restored_decision: {
    shop: Scope;
    gap_id: string;
    kind: RestoredKind;
    item_id: string;
    decision: 'confirm' | 'end';
    person_id: string;
    at: number;
  };
}
