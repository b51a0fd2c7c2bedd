import * as z from 'zod/mini';

/** The order for a process of tills, as JSON on its standard input. */
export interface Job {
  /**
   * The target: our server, or the issuer itself with the two requests that the server would make.
   */
  readonly to: 'server' | 'issuer';
  readonly origin: string;
  /** One cookie header for each till; empty texts at the issuer. */
  readonly cookies: readonly string[];
  /** How long the tills work; null: until the number of pairs is reached. */
  readonly seconds: number | null;
  /** Pairs of each till; null: until the time is over. */
  readonly pairs: number | null;
  /** True if each redemption follows a check of its voucher. */
  readonly check: boolean;
  /** The prefix of this job's refs: each redemption has a voucher of its own. */
  readonly prefix: string;
}

export const doneSchema = z.object({
  /** How long it took, milliseconds. */
  tookMs: z.number(),
  /** Processor time of the tills, milliseconds. */
  cpuMs: z.number(),
  /** How long each redemption took, milliseconds. */
  redeemMs: z.array(z.number()),
  /** How long each check took, milliseconds. */
  checkMs: z.array(z.number()),
  /** The response to each redemption: the voucher, and `captured` or any other state. */
  told: z.array(z.tuple([z.string(), z.string()])),
});
/** The result of a job, as JSON on the standard output of its process. */
export type Done = z.infer<typeof doneSchema>;

export const countsSchema = z.object({
  searches: z.number(),
  /** Rows in the answers to searches. */
  shown: z.number(),
  checks: z.number(),
  redemptions: z.number(),
  /** Rows of other shops. */
  others: z.number(),
});
/** The requests to the bench's issuer since its start. */
export type Counts = z.infer<typeof countsSchema>;

/** The amount redeemed from each voucher at the bench's issuer, minor units. */
export const ledgerSchema = z.record(z.string(), z.number());

/** Cents of one redemption. */
export const AMOUNT = 1;
export const OWN_MID = '000000012345678';
/** The credentials of a shop; the first is that of the server's settings. */
export const clientIdOf = (shop: number) => (shop === 0 ? CREDENTIALS['x-client-id'] : `${CREDENTIALS['x-client-id']}-${shop}`);
export const midOf = (shop: number) => String(Number(OWN_MID) + shop).padStart(OWN_MID.length, '0');
/** The shop of a request to the bench's issuer. */
export const shopOfClient = (clientId: string) => Number(/-(\d+)$/.exec(clientId)?.[1] ?? 0);
export const CREDENTIALS = { 'x-client-id': 'bench', 'x-client-secret': 'bench-secret' };
export const PRODUCT_CLASS = 'ETX_001';
