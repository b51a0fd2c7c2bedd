import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

it('takes two minutes and any seed when nothing is asked for', () => {
  expect(readArguments([])).toEqual({ minutes: 2, seed: null, network: false });
});

it('takes minutes, a seed and the network', () => {
  expect(readArguments(['--minutes', '0.5', '--seed', '7', '--network'])).toEqual({ minutes: 0.5, seed: 7, network: true });
});

it.each([['--minutes', '0'], ['--minutes', 'soon'], ['--seed', '-1'], ['--seed', '1.5'], ['--hours', '1'], ['more']])(
  'refuses %s %s',
  (...given) => {
    expect(() => readArguments(given)).toThrow();
  },
);
