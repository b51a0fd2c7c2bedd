import type { Delivery } from './delivery.ts';
import type { FaultSwitch } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { SecondShop } from './second-shop.ts';

/** What the routes of the sandbox are made from. */
export interface Deps {
  readonly ledger: Ledger;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Ids and refs follow from it. */
  readonly seed: number;
  readonly faults: FaultSwitch;
  readonly delivery: Delivery;
  /** The merchant's other shop, which does things of its own. */
  readonly secondShop: SecondShop;
}
