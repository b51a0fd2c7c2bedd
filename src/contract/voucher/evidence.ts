import * as z from 'zod/mini';

/**
 * The complete list of evidence about an operation with an unknown outcome. The screens have a
 * message for each; details are numbers and times, never a ref.
 */
export const evidenceCodeSchema = z.enum([
  /** No answer arrived, or none that could be understood. */
  'answer-lost',
  /** The answer names another voucher, amount or shop, or contradicts itself. */
  'answer-mismatch',
  'server-stopped',
  /**
   * The journal had lost a redemption that a till sent, or two tills remember a redemption of the
   * same voucher.
   */
  'journal-gap',
  'gap-contested',
  /**
   * The issuer shows a refund that may belong to this redemption or to one that the journal lost.
   */
  'gap-refund',
  /** No outcome can be concluded while the journal may lack operations. */
  'gap-held',
  /** The reason why the journal may lack operations and the shop is closed. */
  'gap-restored',
  'gap-other-copy',
  'gap-entries-missing',
  'gap-till-remembers',
  'gap-reading',
  'gap-window',
  'gap-tills',
  'gap-unsettled',
  /** The issuer's answer contradicts our own records. */
  'answer-contradicts',
  'several-fit',
  /**
   * Search shows a row of this voucher with another amount, currency or shop, or without a time.
   */
  'row-differs',
  'other-mid',
  'authorization-only',
  'issuer-silent',
  /**
   * Searches were answered, but no two agreed, or they had more rows than could be read in time.
   */
  'search-restless',
  'search-endless',
  /** Search shows one row that fits and may be older, and the balance does not decide. */
  'row-unproved',
  /** Search shows one row that fits, but the issuer is still processing it. */
  'row-pending',
  /** Search shows one row that fits, but its status is missing or unfamiliar. */
  'row-status-unknown',
  'balance-unproved',
  'never-undisturbed',
  /** Two searches and the balance agree that nothing happened. */
  'proved-nothing',
  'found-late',
  /** A cashier collected the amount again while its first redemption was in doubt. */
  'collected-again',
  /** A capture of our shop that has no matching redemption here. */
  'not-ours',
  /** A capture is claimed by a redemption whose voucher or amount differs. */
  'claimed-by-other',
  /** The issuer took back a capture that a redemption claims, or no longer shows it. */
  'claim-reversed',
  'claim-missing',
  /** The issuer's transactions since a time could not be read. */
  'look-behind',
  /**
   * The last backup failed, is too old, or could not be restored in a trial, and when the last good
   * one was made.
   */
  'backup-failed',
  'backup-old',
  'backup-unfit',
  'backup-last',
  /** Too many codes that do not exist were tried; the detail is the number. */
  'codes-guessed',
  /** The outcome of a redemption contradicts `LEGACY_CHECK_KIND`. */
  'other-kind',
  /** The issuer's answers name another mid than a setting: the setting, and the mid they name. */
  'mid-differs',
  'device-locked',
  /** The operation cannot be looked up at the issuer. */
  'not-searchable',
  /**
   * The activation cannot be looked up. Sending it again shows its state, and activates no card
   * twice.
   */
  'resend-tells',
  /** A person decided, with a reason. */
  'decided',
]);
export type EvidenceCode = z.infer<typeof evidenceCodeSchema>;

/** Why a search that the issuer answered is inconclusive. */
export type SearchTrouble = Extract<EvidenceCode, 'search-restless' | 'search-endless'>;

/**
 * A row of the issuer's search that a manager may judge. Amounts are minor units or items; times
 * ISO 8601 UTC.
 */
export const candidateSchema = z.object({
  transactionId: z.string(),
  type: z.enum(['authorization', 'capture', 'refund', 'other']),
  status: z.string(),
  amount: z.nullable(z.int()),
  currency: z.string(),
  at: z.nullable(z.string()),
  mid: z.string(),
  /** The voucher and redemption of a row, if the rows of a case belong to several. */
  last4: z.optional(z.string()),
  tenderId: z.optional(z.string()),
});
export type Candidate = z.infer<typeof candidateSchema>;
