import { expect, it } from 'vitest';
import { lookUpKind } from './look-up-kind.ts';

it.each<[string, readonly number[], ReturnType<typeof lookUpKind>]>([
  ['7KQ2M9XW4ZP3', [], 'code'],
  ['https://vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e', [], 'code'],
  ['9'.repeat(33), [], 'code'],
  ['000123', [], 'number'],
  ['1000000050', [], 'either'],
  ['1000000050', [6], 'code'],
  ['1000000050', [10], 'either'],
  ['00000000000000123456', [20], 'number'],
  ['00000000000000123456', [], 'either'],
])('%s is looked up, if the shop has numbers of %j digits, as: %s', (text, digits, kind) => {
  expect(lookUpKind(text, digits)).toBe(kind);
});
