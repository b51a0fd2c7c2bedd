import { type FleetDevice } from '../contract/fleet.ts';
import { CLOCK_ERROR_MAX_MS } from '../contract/limits.ts';
import { DEVICE_FACTS_SILENT_AFTER_MS } from './limits.ts';

/** Reasons to look at a device. `old`: its page is of another version than the server. */
export const DEVICE_CONCERNS = ['offline', 'unsent', 'old', 'clock', 'silent'] as const;
export type DeviceConcern = (typeof DEVICE_CONCERNS)[number];

/** @param now the server's time, milliseconds UTC */
export function concernsOf(
  { enrolledAt, lastSeenAt, offline, report }: FleetDevice,
  serverVersion: string,
  now: number,
): DeviceConcern[] {
  const found: [DeviceConcern, boolean][] = [
    ['offline', offline],
    ['unsent', report !== null && report.unsent > 0],
    ['old', report !== null && report.version !== serverVersion],
    ['clock', report !== null && Math.abs(report.clockErrorMs) > CLOCK_ERROR_MAX_MS],
    ['silent', now - Date.parse(lastSeenAt ?? enrolledAt) > DEVICE_FACTS_SILENT_AFTER_MS],
  ];
  return found.filter(([, isTrue]) => isTrue).map(([concern]) => concern);
}
