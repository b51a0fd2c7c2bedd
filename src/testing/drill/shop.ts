import type { VoucherService } from '../crash/service.ts';
import type { CrashTill } from '../crash/till.ts';

/** The first sells by itself, the others what registers ask for by link. */
export const LINK_TILLS = [1, 2] as const;
export const TILLS = [0, ...LINK_TILLS] as const;
export type TillNumber = (typeof TILLS)[number];

/** A shop at work, as what goes on in it sees it. */
export interface DrillShop {
  readonly service: VoucherService;
  /** A till as it is signed in now. */
  readonly till: (number: TillNumber) => CrashTill;
  /** The clock of the tills, milliseconds UTC. */
  readonly now: () => number;
  readonly isSelling: () => boolean;
  /** Whether tills show that nothing is redeemed now. */
  readonly isClosed: () => boolean;
  /** Nobody waits for anything any more. */
  readonly isOver: () => boolean;
}
