import type { ShopSettings } from './settings.ts';

/** The settings that limit what one person may do. */
export type ShopLimits = Pick<
  ShopSettings,
  | 'pinAboveCards'
  | 'approvalAboveCards'
  | 'pinAboveSum'
  | 'approvalAboveSum'
  | 'storiesPerHour'
  | 'saleLimits'
  | 'safeSale'
>;

const NO_TEXTS = { noticeText: '', stopText: '' };

/**
 * Sets of limits to start from; amounts in minor units.
 *
 * - `small-shop`: the default, where the owner is at the till
 * - `counter`: several people at the tills, with a manager within reach
 * - `strict`: a second person for everything unusual, so it needs two managers
 */
export const LIMIT_PRESETS = {
  'small-shop': {
    pinAboveCards: 100,
    approvalAboveCards: 50_000,
    pinAboveSum: 500_000,
    approvalAboveSum: 2_000_000,
    storiesPerHour: 30,
    saleLimits: {},
    safeSale: { ...NO_TEXTS, questionsAbove: null, notice: false, lastFour: false },
  },
  counter: {
    pinAboveCards: 100,
    approvalAboveCards: 1_000,
    pinAboveSum: 200_000,
    approvalAboveSum: 1_000_000,
    storiesPerHour: 20,
    saleLimits: {
      order: { above: 100_000, way: 'manager' },
      typed: { above: 10_000, way: 'manager' },
      refund: { above: 20_000, way: 'manager' },
      'own-refund': { above: 10_000, way: 'manager' },
      reprint: { above: 5, way: 'manager' },
      'closed-cards': { above: 0, way: 'manager' },
    },
    safeSale: { ...NO_TEXTS, questionsAbove: 20_000, notice: false, lastFour: false },
  },
  strict: {
    pinAboveCards: 20,
    approvalAboveCards: 200,
    pinAboveSum: 50_000,
    approvalAboveSum: 200_000,
    storiesPerHour: 10,
    saleLimits: {
      card: { above: 50_000, way: 'second-person' },
      order: { above: 100_000, way: 'second-person' },
      vouchers: { above: 20, way: 'second-person' },
      typed: { above: 2_000, way: 'manager' },
      'voucher-day': { above: 100_000, way: 'second-person' },
      refund: { above: 10_000, way: 'second-person' },
      'own-refund': { above: 0, way: 'second-person' },
      reprint: { above: 1, way: 'second-person' },
      cards: { above: 200, way: 'second-person' },
      'closed-cards': { above: 0, way: 'never' },
    },
    safeSale: { ...NO_TEXTS, questionsAbove: 10_000, notice: true, lastFour: true },
  },
} as const satisfies Record<string, ShopLimits>;

export type LimitPreset = keyof typeof LIMIT_PRESETS;
export const LIMIT_PRESET_NAMES = Object.keys(LIMIT_PRESETS) as readonly LimitPreset[];
