import type { AttentionItem, AttentionRequest } from '../../contract/attention.ts';
import type { Caller } from '../http/caller.ts';

/** One case that a manager has to look at, and what can be done about it. */
export interface AttentionCase {
  readonly item: AttentionItem;
  /**
   * Does what a manager asked for; the action is one of those that the item offers.
   * @throws Problem when it cannot be done; Stale when somebody else was first
   */
  act(request: AttentionRequest, caller: Caller): Promise<void>;
}

/** Everything of one kind that may need a manager. The list asks every source; a new kind of operation adds one. */
export interface AttentionSource {
  /** All cases of this kind, oldest first. */
  cases(): Promise<readonly AttentionCase[]>;
  /** The case with this id; null when this source has none, or none any more. */
  find(id: string): Promise<AttentionCase | null>;
}
