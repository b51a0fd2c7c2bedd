import { CLOCK_ERROR_MAX_MS, type FleetDevice } from '../contract/fleet.ts';

/** Reasons to look at a device. `old`: its page is of another version than the server. */
export const DEVICE_CONCERNS = ['offline', 'unsent', 'old', 'clock', 'silent'] as const;
export type DeviceConcern = (typeof DEVICE_CONCERNS)[number];

/** A till that is in use reports more often. */
const SILENT_AFTER_MS = 24 * 60 * 60_000;

/** @param now the server's time, milliseconds UTC */
export function concernsOf(
  { lastSeenAt, offline, report }: FleetDevice,
  serverVersion: string,
  now: number,
): DeviceConcern[] {
  const found: [DeviceConcern, boolean][] = [
    ['offline', offline],
    ['unsent', report !== null && report.unsent > 0],
    ['old', report !== null && report.version !== serverVersion],
    ['clock', report !== null && Math.abs(report.clockErrorMs) > CLOCK_ERROR_MAX_MS],
    ['silent', lastSeenAt === null || now - Date.parse(lastSeenAt) > SILENT_AFTER_MS],
  ];
  return found.filter(([, isTrue]) => isTrue).map(([concern]) => concern);
}
