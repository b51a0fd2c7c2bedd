import type { AnswerDelivery } from './delivery.ts';
import type { FaultSwitch } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Voucher } from './ledger-schema.ts';

/** The other shop as it lives beside the service. */
export interface SecondShop {
  /** Cards were activated: one of them it looks at again and again, and empties. */
  heardOf(cards: readonly Pick<Voucher, 'ref' | 'sequence'>[]): void;
  /** Forgets what it was about to do. */
  close(): void;
}

/** What the routes of the sandbox are made from. */
export interface Deps {
  readonly ledger: Ledger;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Ids and refs follow from it. */
  readonly seed: number;
  readonly faults: FaultSwitch;
  readonly delivery: AnswerDelivery;
  /** The merchant's other shop, which does things of its own. */
  readonly secondShop: SecondShop;
}
