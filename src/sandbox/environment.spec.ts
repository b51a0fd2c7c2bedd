import { expect, it } from 'vitest';
import { DELAYS } from './delays.ts';
import { delaysFrom, readInteger } from './environment.ts';

it('the sandbox uses the default delays if the environment names no others', () => {
  expect(delaysFrom({})).toEqual(DELAYS);
  expect(delaysFrom({ SANDBOX_LATE_COMMIT_MS: '250' })).toEqual({ ...DELAYS, lateCommitMs: 250 });
});

it.each(['soon', '-1', '1.5', '3600001', ''])('the sandbox fails with the name of the variable for "%s"', (text) => {
  expect(() => delaysFrom({ SANDBOX_SILENCE_MS: text })).toThrow(
    'SANDBOX_SILENCE_MS must be a whole number from 0 to 3600000',
  );
});

it('the sandbox reads a port', () => {
  expect(readInteger({ PORT: '9000' }, 'PORT', 8788, 65_535)).toBe(9000);
  expect(readInteger({}, 'PORT', 8788, 65_535)).toBe(8788);
});
