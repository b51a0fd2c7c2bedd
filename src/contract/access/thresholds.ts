import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';

/**
 * What a manager may want to look at. None of them says that somebody did wrong.
 *
 * - `emptied-soon`: vouchers that were used within minutes of being sold here
 * - `wrong-codes`: somebody tried many codes that are of no voucher
 * - `typed-codes`: a person types codes by hand much more than others
 * - `own-refunds`: refunds soon after the redemption, by the person who redeemed
 * - `late-refunds`: refunds near closing
 * - `reprints`: vouchers or papers that were printed once more
 * - `approving-pair`: two people who approve what the other asks for
 * - `drawer-opened`: the drawer was opened by hand
 * - `stories`: a person opens stories of vouchers much more than others
 * - `refused-pins`: wrong PINs of one person
 * - `outside-hours`: redemptions, refunds, sales and activations outside the shop's hours
 * - `checked-often`: vouchers that are looked at again and again before their first use
 * - `quick-answers`: the questions at a sale were answered with no before anybody can have asked
 * - `tampered-cards`: cards whose printed number is not the one that was scanned
 * - `unsold-cards`: cards made active one by one where nothing else was done at that till
 * - `limits-met`: what was tried beyond a limit of the shop
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

/** From how many a day on each signal is shown; 0 for never. */
export const thresholdsSchema = z.record(signalSchema, countSchema);

export type Thresholds = z.infer<typeof thresholdsSchema>;

/** Those that a manager set otherwise than usual. A signal that comes later has its usual one. */
export const setThresholdsSchema = z.partialRecord(signalSchema, countSchema);

export type SetThresholds = z.infer<typeof setThresholdsSchema>;

/** What holds where no manager has set anything else. */
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
