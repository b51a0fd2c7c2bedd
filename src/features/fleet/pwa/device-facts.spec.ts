import { expect, it } from 'vitest';
import type { FleetDevice } from '../contract/fleet.ts';
import { concernsOf } from './device-facts.ts';

const NOW = Date.parse('2030-01-15T09:00:00Z');
const REPORT = {
  at: '2030-01-15T08:58:00Z',
  version: '0.1.0',
  browser: 'Chrome 131, Android',
  reads: null,
  clockErrorMs: 900,
  unsent: 0,
  locked: true,
};
const FINE: FleetDevice = {
  id: 'a',
  name: 'Till 1',
  enrolledAt: '2030-01-01T09:00:00Z',
  lastSeenAt: '2030-01-15T08:58:00Z',
  offline: false,
  printer: null,
  report: REPORT,
};

it.each<[string, FleetDevice, string[]]>([
  ['in use and up to date', FINE, []],
  ['with a page of another version', { ...FINE, report: { ...REPORT, version: '0.0.9' } }, ['old']],
  ['with a wrong clock', { ...FINE, report: { ...REPORT, clockErrorMs: -600_000 } }, ['clock']],
  ['with unsent operations', { ...FINE, report: { ...REPORT, unsent: 2 } }, ['unsent']],
  ['that has not reported for two days', { ...FINE, lastSeenAt: '2030-01-13T09:00:00Z' }, ['silent']],
  ['that is silent while its shop is open', { ...FINE, offline: true }, ['offline']],
  ['that never reported, but is in use', { ...FINE, report: null }, []],
  [
    'that was enrolled a minute ago',
    { ...FINE, enrolledAt: '2030-01-15T08:59:00Z', lastSeenAt: null, report: null },
    [],
  ],
  ['that has never reported', { ...FINE, lastSeenAt: null, report: null }, ['silent']],
])('a device %s has the expected concerns', (_, device, concerns) => {
  expect(concernsOf(device, '0.1.0', NOW)).toEqual(concerns);
});
