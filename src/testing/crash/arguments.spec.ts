import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const OPERATIONS = ['redeem', 'refund'];

it('the default is to try everything', () => {
  expect(readArguments([], OPERATIONS)).toEqual({
    stores: ['sqlite', 'postgres'],
    operations: OPERATIONS,
    scenario: null,
    sample: false,
    parallel: null,
    server: null,
  });
});

it('one store, operation, scenario, a sample and another server can be selected', () => {
  const given = [
    '--store',
    'postgres',
    '--operation',
    'refund',
    '--scenario',
    'not done',
    '--sample',
    '--parallel',
    '6',
    '--server',
    '/elsewhere/main.js',
  ];
  expect(readArguments(given, OPERATIONS)).toEqual({
    stores: ['postgres'],
    operations: ['refund'],
    scenario: 'not done',
    sample: true,
    parallel: 6,
    server: '/elsewhere/main.js',
  });
});

it.each([[['--shop', 'x']], [['--store', 'paper']], [['--operation']], [['--server']], [['--scenario']], [['--parallel', '0']]])(
  '%j is refused with an explanation',
  (given) => {
    expect(() => readArguments(given, OPERATIONS)).toThrow(/--(shop|store|operation|server|parallel|scenario) /);
  },
);
