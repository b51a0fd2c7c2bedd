import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';

/**
 * Signals that a manager may want to check. None of them means that a person did wrong.
 *
 * - `emptied-soon`: vouchers that were used within minutes of being sold here
 * - `wrong-codes`: many codes that do not exist were entered
 * - `typed-codes`: a person types codes by hand much more than others
 * - `own-refunds`: refunds soon after the redemption, by the same person
 * - `late-refunds`: refunds near closing
 * - `reprints`: vouchers or documents that were printed again
 * - `approving-pair`: two people who approve each other's requests
 * - `drawer-opened`: the drawer was opened by hand
 * - `stories`: a person opens voucher histories much more than others
 * - `refused-pins`: wrong PINs of one person
 * - `outside-hours`: redemptions, refunds, sales and activations outside the shop's hours
 * - `checked-often`: vouchers that are checked repeatedly before their first use
 * - `quick-answers`: the questions at a sale were answered with no, faster than they can be read
 * - `tampered-cards`: cards whose printed number differs from the scanned one
 * - `unsold-cards`: cards activated one by one at a till without other activity
 * - `limits-met`: attempts beyond a limit of the shop
 * - `limits-loosened`: a limit of the shop was raised or switched off
 */
export const signalSchema = z.enum([
  'emptied-soon',
  'wrong-codes',
  'typed-codes',
  'own-refunds',
  'late-refunds',
  'reprints',
  'approving-pair',
  'drawer-opened',
  'stories',
  'refused-pins',
  'outside-hours',
  'checked-often',
  'quick-answers',
  'tampered-cards',
  'unsold-cards',
  'limits-met',
  'limits-loosened',
]);

export type Signal = z.infer<typeof signalSchema>;

export const SIGNALS = signalSchema.options;

const countSchema = z.int().check(z.minimum(0), z.maximum(LIMITS.thresholdMax));

/** The number per day that makes each signal appear; 0 for never. */
export const thresholdsSchema = z.record(signalSchema, countSchema);

export type Thresholds = z.infer<typeof thresholdsSchema>;

/** Thresholds that a manager changed. Other signals have their default threshold. */
export const setThresholdsSchema = z.partialRecord(signalSchema, countSchema);

export type SetThresholds = z.infer<typeof setThresholdsSchema>;

/** Thresholds until a manager changes them. */
export const USUAL_THRESHOLDS: Thresholds = {
  'emptied-soon': 2,
  'wrong-codes': 1,
  'typed-codes': 12,
  'own-refunds': 2,
  'late-refunds': 4,
  reprints: 6,
  'approving-pair': 4,
  'drawer-opened': 8,
  stories: 12,
  'refused-pins': 6,
  'outside-hours': 1,
  'checked-often': 1,
  'quick-answers': 3,
  'tampered-cards': 1,
  'unsold-cards': 5,
  'limits-met': 5,
  'limits-loosened': 1,
};
