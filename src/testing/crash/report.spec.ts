import { expect, it } from 'vitest';
import { redeem } from './redeem.ts';
import { faultReport, table } from './report.ts';
import type { Trial, TrialOutcome } from './trial.ts';

const trial: Trial = {
  scenario: { name: 'answered', operation: redeem, fault: null },
  during: { call: 'pwrite64', nth: 3, effect: 'ENOSPC', onwards: true },
  afterwards: 'look',
  what: 'disk full',
};
const well: TrialOutcome = { trial, struck: true, ended: 'captured', faults: [], steps: [], log: '', ms: 1_000 };
const bad: TrialOutcome = { ...well, struck: false, ended: 'unknown', faults: ['it ended as unknown'], log: 'one\ntwo' };

it('the report counts trials, crashes, survivals and faults, and how it ended', () => {
  const rows = [{ operation: 'redeem', store: 'sqlite', scenario: 'answered', outcomes: [well, well, bad] }];
  const [, line = ''] = table(rows).split('\n');
  expect(line.split(/ {2,}/)).toEqual(['redeem', 'sqlite', 'answered', '3', '2', '2', '1', '3 s', 'captured 2, unknown 1']);
});

it('the report shows where a fault happened, the fault, and the output of the servers', () => {
  expect(faultReport(bad).split('\n')).toEqual([
    'redeem, answered: ENOSPC at pwrite64 3 and on, disk full, look; ended as unknown',
    '  it ended as unknown',
    '    | one',
    '    | two',
  ]);
});
