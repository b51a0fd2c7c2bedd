import type { Decider } from '../../../bff/platform/base/decider.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type {
  OperationJournal,
  Recorded,
  Requester,
  StartResult,
} from '../../../bff/redemption/operation/journal-port.ts';
import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import type { CardSpan } from '../contract/activation.ts';
import type { ActivationFact, ActivationStatus } from './activation-facts.ts';

export interface NewActivation extends Requester {
  readonly id: string;
  readonly shop: Scope;
  readonly ranges: readonly CardRange[];
}

export interface ActivationRecord extends Requester, Recorded<ActivationFact, ActivationStatus> {}

/** Requests with the same id and ranges are the same activation. */
export interface ActivationIdentity {
  readonly shop: Scope;
  readonly ranges: readonly CardRange[];
}

export interface UsedCards extends CardSpan {
  /** With the shop, if that is another one of the account. */
  readonly person: string;
  readonly at: number;
}

/**
 * Ranges, by their position, that share cards with another range. The cards of that range are
 * active, being sent or unknown.
 */
export interface Overlapping {
  readonly outcome: 'overlap';
  readonly overlaps: readonly { readonly range: number; readonly with: UsedCards }[];
}

/** Facts that neither reserve cards nor begin a run. */
export type OtherActivationFact = Exclude<ActivationFact, { kind: 'intent' | 'resumed' | 'deactivating' }>;

/**
 * The journal of activations: as the journal of tenders, but with locks on cards instead of
 * vouchers.
 */
export interface ActivationJournal extends OperationJournal<ActivationRecord, OtherActivationFact, ActivationIdentity> {
  /**
   * Reserves the cards and writes the intent, all or nothing. Waiting ranges keep their cards while
   * the activation is open.
   */
  begin(activation: NewActivation): Promise<StartResult<ActivationRecord> | Overlapping>;
  /**
   * Reserves the cards of these ranges again and lets them wait; with `halve`, the halves of
   * refused ranges wait in their place. If no server is responsible for the activation, this server
   * becomes responsible.
   * @throws as {@link OperationJournal.append}
   */
  resume(
    activation: ActivationRecord,
    resumed: { readonly ranges: readonly number[]; readonly halve: boolean; readonly by: Decider },
  ): Promise<{ readonly outcome: 'resumed'; readonly record: ActivationRecord } | Overlapping>;
  /**
   * Records that a range is about to be deactivated, unless another activation has some of its
   * cards. This server becomes responsible for the activation.
   * @throws as {@link OperationJournal.append}
   */
  deactivate(
    activation: ActivationRecord,
    deactivation: { readonly range: number; readonly by: Decider; readonly note: string },
  ): Promise<{ readonly outcome: 'deactivating'; readonly record: ActivationRecord } | Overlapping>;
  /** Finds the activations that have a card among their ranges, oldest first. */
  withCard(shop: Scope, sequence: string): Promise<readonly ActivationRecord[]>;
  /**
   * Finds activations with a range whose cards may be active, oldest first. Their state is unknown,
   * including after a deactivation.
   */
  withUnknown(shop: Scope): Promise<readonly ActivationRecord[]>;
}
