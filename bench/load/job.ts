import * as z from 'zod/mini';

/** What a process of tills is told to do, as JSON on its standard input. */
export interface Job {
  /** Where to: a server of ours, or the issuer itself with the two requests that the server would make. */
  readonly to: 'server' | 'issuer';
  readonly origin: string;
  /** One cookie header for each till; empty texts at the issuer. */
  readonly cookies: readonly string[];
  /** How long the tills go on; null for as many pairs as are told. */
  readonly seconds: number | null;
  /** Pairs of each till; null for as many as there is time for. */
  readonly pairs: number | null;
  /** Whether each redemption comes after a check of its voucher. */
  readonly check: boolean;
  /** What the refs of this job begin with: each redemption has a voucher of its own. */
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
  /** What each redemption was told to be: the voucher, and `captured` or whatever else the answer said. */
  told: z.array(z.tuple([z.string(), z.string()])),
});
/** What came of a job, as JSON on the standard output of its process. */
export type Done = z.infer<typeof doneSchema>;

export const countsSchema = z.object({
  searches: z.number(),
  /** Rows in the answers to searches. */
  shown: z.number(),
  checks: z.number(),
  redemptions: z.number(),
  /** Rows that other shops have made. */
  others: z.number(),
});
/** What the issuer of the bench was asked for since it began. */
export type Counts = z.infer<typeof countsSchema>;

/** What the issuer of the bench took from each voucher, minor units. */
export const ledgerSchema = z.record(z.string(), z.number());

/** Cents of one redemption. */
export const AMOUNT = 1;
export const OWN_MID = '000000012345678';
export const CREDENTIALS = { 'x-client-id': 'bench', 'x-client-secret': 'bench-secret' };
export const PRODUCT_CLASS = 'ETX_001';
