import * as z from 'zod/mini';

/**
 * The closed list of what is known about an operation with an unknown outcome.
 *
 * The screens have words for each; details are numbers and times, never a ref.
 */
export const evidenceCodeSchema = z.enum([
  /** No answer came, or none that could be understood. */
  'answer-lost',
  /** The answer names another voucher, amount or shop, or contradicts itself. */
  'answer-mismatch',
  'server-stopped',
  /**
   * The journal had lost what a till sent.
   *
   * Or two tills remember one of the same voucher.
   */
  'journal-gap',
  'gap-contested',
  /** The issuer shows a refund that may be of this redemption or of one that the journal lost. */
  'gap-refund',
  /** Nothing could be concluded while the journal may lack something. */
  'gap-held',
  /**
   * Why the journal is supposed to lack something.
   *
   * And what the shop is still closed for.
   */
  'gap-restored',
  'gap-other-copy',
  'gap-facts-gone',
  'gap-till-remembers',
  'gap-reading',
  'gap-window',
  'gap-tills',
  'gap-unsettled',
  /** The issuer's answer contradicts our own records. */
  'answer-contradicts',
  /** Search shows several rows that could be this one. */
  'several-fit',
  /**
   * Search shows a row of this voucher that differs.
   *
   * It differs in amount, currency or shop, or has no time.
   */
  'row-differs',
  'other-mid',
  'authorization-only',
  'issuer-silent',
  /**
   * Searches were answered, but no two of them alike.
   *
   * Or they had more rows than could be read in time.
   */
  'search-restless',
  'search-endless',
  /**
   * Search shows one row that fits, but that is not proved.
   *
   * It may be older, or its status is no known word, and the balance does not tell.
   */
  'row-unproved',
  'balance-unproved',
  'never-undisturbed',
  /** Two searches and the balance agree that nothing happened. */
  'proved-nothing',
  'found-late',
  /** A cashier collected the amount again while its first redemption was in doubt. */
  'collected-again',
  /** A capture of our shop that no redemption here explains. */
  'not-ours',
  /** A capture is claimed by a redemption whose voucher or amount it does not fit. */
  'claimed-by-other',
  /** The issuer's transactions since a time could not be looked through. */
  'look-behind',
  /**
   * The last backup could not be made, or is older than it should be.
   *
   * And when the last good one was.
   */
  'backup-failed',
  'backup-old',
  'backup-last',
  /** So many codes that do not exist were tried; the detail says how many. */
  'codes-guessed',
  /** A redemption ended as if its voucher were of another kind than `LEGACY_CHECK_KIND` says. */
  'other-kind',
  /** So many wrong PINs were typed on a device that it takes no more. */
  'device-locked',
  /** It cannot be looked up at the issuer. */
  'not-searchable',
  /**
   * It cannot be looked up, but may be sent again.
   *
   * That does nothing twice and tells how it stands.
   */
  'resend-tells',
  /** A person decided, with a reason. */
  'decided',
]);
export type EvidenceCode = z.infer<typeof evidenceCodeSchema>;

/** Why a search that the issuer answered says nothing all the same. */
export type SearchTrouble = Extract<EvidenceCode, 'search-restless' | 'search-endless'>;

/**
 * A row of the issuer's search that a manager may judge.
 *
 * Amounts are minor units or items; times ISO 8601 UTC.
 */
export const candidateSchema = z.object({
  transactionId: z.string(),
  type: z.enum(['authorization', 'capture', 'refund', 'other']),
  status: z.string(),
  amount: z.nullable(z.int()),
  currency: z.string(),
  at: z.nullable(z.string()),
  mid: z.string(),
  /** Of the voucher and its redemption, where the rows of a case are of several. */
  last4: z.optional(z.string()),
  tenderId: z.optional(z.string()),
});
export type Candidate = z.infer<typeof candidateSchema>;
