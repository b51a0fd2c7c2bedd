import { describe, expect, it } from 'vitest';
import { ABLATIONS } from './ablations.ts';
import { readArguments, worldRulesOf } from './arguments.ts';

describe('the command line', () => {
  it('defaults to many seeds on all processors, with all rules', () => {
    expect(readArguments([], 2)).toEqual({
      first: 1,
      seeds: 100_000,
      jobs: 2,
      ablate: [],
      trace: false,
      losses: false,
      story: false,
      closings: false,
      busy: false,
      shops: false,
      oneShop: false,
      live: false,
    });
  });

  it('accepts a number of seeds, one seed to trace, and rules to omit', () => {
    expect(readArguments(['--seeds', '5_000_000', '--jobs', '1'], 2)).toMatchObject({ first: 1, seeds: 5_000_000, jobs: 1 });
    expect(readArguments(['--seed', '77', '--trace'], 2)).toMatchObject({ first: 77, seeds: 1, trace: true });
    expect(readArguments(['--ablate', 'window', '--ablate', 'balance'], 2).ablate).toEqual(['window', 'balance']);
    expect(readArguments(['--ablate', 'all'], 2).ablate).toEqual(Object.keys(ABLATIONS));
  });

  it('can make every world lose commits', () => {
    expect(readArguments(['--losses'], 2).losses).toBe(true);
  });

  it('can make people close their shifts in every world', () => {
    expect(readArguments(['--closings'], 2)).toMatchObject({ closings: true, losses: false });
  });

  it('can add busy shops to every world', () => {
    expect(readArguments(['--busy'], 2)).toMatchObject({ busy: true, losses: false });
  });

  it('defaults to two shops of one account and one of another, in every world', () => {
    const rules = worldRulesOf(null, readArguments([], 2));
    expect(rules).toMatchObject({ secondShare: 1, strangerShare: 1, changeShare: 0.1, isLive: false });
    expect(worldRulesOf(null, readArguments(['--one-shop'], 2))).toMatchObject({ secondShare: 0, strangerShare: 0 });
    expect(worldRulesOf(null, readArguments(['--shops', '--losses'], 2))).toMatchObject({ secondShare: 1, changeShare: 1, lossShare: 1 });
    expect(worldRulesOf(null, readArguments(['--world', 'live'], 2))).toMatchObject({ isLive: true, changeShare: 0, lossShare: 0 });
  });

  it.each([
    [['--shops', '--one-shop'], 'Either --shops or --one-shop'],
    [['--world', 'dead'], 'There is no world dead'],
    [['--seeds', '0'], '--seeds takes a whole number from 1'],
    [['--seed', 'x'], '--seed takes a whole number from 0'],
    [['--ablate', 'luck'], 'There is no rule luck'],
    [['--trace'], 'Only one seed can be traced'],
  ])('explains the error in %s', (args, words) => {
    expect(() => readArguments(args, 1)).toThrow(words);
  });
});
