import type { ActivationState, RangeState } from '../../contract/activation.ts';
import type { VerdictKind } from '../redeem/verdict-kind.ts';

/** How each state of a range looks; what is not known never looks like an answer. Null for what has not begun. */
export const TONE_OF_RANGE = {
  waiting: null,
  sent: 'unknown',
  done: 'done',
  refused: 'refused',
  not_sent: 'attention',
  unknown: 'unknown',
  closed: 'attention',
  deactivating: 'unknown',
  deactivated: 'attention',
  deactivation_unknown: 'unknown',
} as const satisfies Record<RangeState, VerdictKind | null>;

/** The same for a whole activation. */
export const TONE_OF_ACTIVATION = {
  running: 'unknown',
  stopping: 'unknown',
  stopped: 'attention',
  deactivating: 'unknown',
  done: 'done',
  unknown: 'unknown',
  incomplete: 'attention',
} as const satisfies Record<ActivationState, VerdictKind>;
