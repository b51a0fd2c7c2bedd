import type { CardRange, Span } from '../../contract/activation.ts';
import type { Decider } from '../operation/snapshot.ts';
import type { ActivationFact, ActivationStanding } from './activation-facts.ts';
import type { DatedFact } from './tender-facts.ts';

/** An activation as it is first written. */
export interface NewActivation {
  readonly id: string;
  readonly shop: string;
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly ranges: readonly CardRange[];
}

/** An activation with everything that happened to it. */
export interface ActivationRecord extends Omit<NewActivation, 'ranges'> {
  readonly createdAt: number;
  readonly facts: readonly DatedFact<ActivationFact>[];
  readonly standing: ActivationStanding;
}

export type ActivationRecalled =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly activation: ActivationRecord }
  | { readonly outcome: 'different' };

/** Cards that belong to an activation, and whose it is. */
export interface TakenCards extends Span {
  readonly person: string;
  readonly at: number;
}

/** Ranges, by their position in the list, that share cards with one that is done, under way or unknown here. */
export interface Overlapping {
  readonly outcome: 'overlap';
  readonly overlaps: readonly { readonly range: number; readonly with: TakenCards }[];
}

export type ActivationBegun =
  | { readonly outcome: 'new'; readonly activation: ActivationRecord }
  | Exclude<ActivationRecalled, { outcome: 'none' }>
  | Overlapping;

/** Facts that neither take cards nor begin a run. */
export type OtherActivationFact = Exclude<ActivationFact, { kind: 'intent' | 'resumed' | 'deactivating' }>;

/** The journal of activations: as that of tenders, with the cards of its ranges in the place of the voucher lock. */
export interface ActivationJournal {
  recall(id: string, identity: { shop: string; ranges: readonly CardRange[] }): Promise<ActivationRecalled>;
  /** Takes the cards and writes the intent, all or nothing. Waiting ranges keep their cards for as long as the activation is under way. */
  begin(activation: NewActivation): Promise<ActivationBegun>;
  /** @throws Stale when it moved on meanwhile; Error when it cannot take the fact */
  append(activation: ActivationRecord, fact: OtherActivationFact): Promise<ActivationRecord>;
  /**
   * Takes the cards of these ranges again and lets them wait. This server looks after the activation from then on, if none did.
   * @throws as {@link ActivationJournal.append}
   */
  resume(
    activation: ActivationRecord,
    ranges: readonly number[],
    by: Decider,
  ): Promise<{ readonly outcome: 'resumed'; readonly activation: ActivationRecord } | Overlapping>;
  /**
   * Writes that a range is about to be taken back. This server looks after the activation from then on.
   * @throws as {@link ActivationJournal.append}
   */
  deactivate(
    activation: ActivationRecord,
    deactivation: { readonly range: number; readonly by: Decider; readonly note: string },
  ): Promise<ActivationRecord>;
  read(shop: string, id: string): Promise<ActivationRecord | null>;
  /** A person's latest activations, newest first. */
  latestOf(shop: string, personId: string, count: number): Promise<readonly ActivationRecord[]>;
  /** Activations with a range of which nobody knows whether its cards are active, also after it was to be taken back, oldest first. */
  withUnknown(shop: string): Promise<readonly ActivationRecord[]>;
  /** As in the journal's port. */
  adopt(shop: string, alive: ReadonlySet<number>): Promise<readonly string[]>;
}
