import type { TrainingShops } from './credentials.ts';
import type { AnswerDelivery } from './delivery.ts';
import type { FaultSwitch } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Voucher } from './ledger-schema.ts';

/** The merchant's other shop, simulated by the service. */
export interface SecondShop {
  /** Cards were activated: the shop checks one of them repeatedly, and empties it. */
  onActivated(cards: readonly Pick<Voucher, 'ref' | 'sequence'>[]): void;
  /** Drops its planned actions. */
  close(): void;
}

export interface Deps {
  readonly ledger: Ledger;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Determines ids and refs. */
  readonly seed: number;
  readonly faults: FaultSwitch;
  readonly delivery: AnswerDelivery;
  /** The merchant's other shop, which acts on its own. */
  readonly secondShop: SecondShop;
  readonly shops: TrainingShops;
}
