import type { VoucherService } from '../crash/service.ts';
import type { CrashTill } from '../crash/till.ts';

/** The first till sells by itself, the others redeem for registers by link. */
export const LINK_TILLS = [1, 2] as const;
export const TILLS = [0, ...LINK_TILLS] as const;
export type TillNumber = (typeof TILLS)[number];

/** Of the shop of the settings, in signed answers. */
export const FIRST_SLUG = 'main';

/** The state of the shop for its parts. */
export interface DrillShop {
  /** In signed answers to registers: the shop's name in the chain's file. */
  readonly slug: string;
  readonly service: VoucherService;
  /** A till with its current session. */
  readonly till: (number: TillNumber) => CrashTill;
  /** The clock of the tills, milliseconds UTC. */
  readonly now: () => number;
  readonly isSelling: () => boolean;
  /** True if tills show that redemptions are stopped. */
  readonly isClosed: () => boolean;
  /** True after the end of the trial. */
  readonly isOver: () => boolean;
}
