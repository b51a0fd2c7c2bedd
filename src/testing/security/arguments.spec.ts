import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

it('the default is two minutes with any seed', () => {
  expect(readArguments([])).toEqual({ minutes: 2, seed: null, network: false, worlds: ['shop'], chain: null });
});

it('minutes, a seed and the network can be set', () => {
  expect(readArguments(['--minutes', '0.5', '--seed', '7', '--network'])).toMatchObject({ minutes: 0.5, seed: 7, network: true });
});

it('one world can be selected, or all in turn', () => {
  expect(readArguments(['--world', 'practice']).worlds).toEqual(['practice']);
  expect(readArguments(['--world', 'chain', '--shops', '9'])).toMatchObject({ worlds: [], chain: 9 });
  expect(readArguments(['--world', 'all']).worlds).toEqual(['shop', 'postgres', 'tls', 'practice', 'new']);
});

it.each([
  ['--world', 'moon'],
  ['--minutes', '0'],
  ['--minutes', 'soon'],
  ['--seed', '-1'],
  ['--seed', '1.5'],
  ['--hours', '1'],
  ['--world', 'chain', '--shops', '3'],
  ['more'],
])('%s %s is refused', (...given) => {
  expect(() => readArguments(given)).toThrow();
});
