import { describe, expect, it } from 'vitest';
import { stateOf } from './states.ts';

describe('the state of a voucher', () => {
  const voucher = { state: 'active', remaining: 100, expires_at: 1_000 } as const;

  it.each([
    ['Active', voucher, 1_000],
    ['Used', { ...voucher, remaining: 0 }, 1_000],
    ['Inactive', { ...voucher, state: 'inactive' }, 1_000],
    ['Trashed', { ...voucher, state: 'trashed' }, 1_000],
    ['Expired', voucher, 1_001],
    ['Expired', { ...voucher, remaining: 0 }, 1_001],
    ['Expired', { ...voucher, state: 'inactive' }, 1_001],
    ['Expired', { ...voucher, state: 'trashed' }, 1_001],
  ] as const)('is %s for %j at %i', (state, given, now) => {
    expect(stateOf(given, now)).toBe(state);
  });
});
