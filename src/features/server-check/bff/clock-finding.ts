import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import type { ClockOffset } from '../../../bff/issuer/port.ts';
import { CHECK_ISSUER_CLOCK_OFFSET_MAX_MS, CLOCK_QUESTION_TIMEOUT_MS } from './limits.ts';

/** True if this machine's clock is synchronised; null if that is unknown. */
export type IsSynchronised = () => Promise<boolean | null>;

/**
 * Judges this machine's clock by the issuer's. Of two clocks that differ, the one that is not
 * synchronised is blamed.
 */
export async function clockFinding(offset: ClockOffset | null, isSynchronised: IsSynchronised): Promise<Finding> {
  const subject = 'clock';
  if (!offset) {
    const message = 'cannot be compared, because no response of the issuer had a date: correct the other lines first';
    return { ok: false, subject, message };
  }
  const seconds = Math.round(offset.offsetMs / 1000);
  const difference = Math.abs(seconds);
  if (Math.abs(offset.offsetMs) <= CHECK_ISSUER_CLOCK_OFFSET_MAX_MS)
    return { ok: true, subject, message: `within ${difference} s of the issuer's` };
  const side = seconds > 0 ? 'behind' : 'ahead of';
  return { ok: false, subject, message: `${difference} s ${side} the issuer's: ${nextStep(await isSynchronised())}` };
}

function nextStep(isSynchronised: boolean | null): string {
  if (isSynchronised === null)
    return (
      "compare this machine's clock with a reliable one. If it is wrong, synchronise it with NTP; if it is right, " +
      "report the issuer's clock to the issuer"
    );
  return isSynchronised
    ? "this machine's clock is synchronised with NTP, so report the issuer's clock to the issuer"
    : "this machine's clock is not synchronised: synchronise it with NTP";
}

/** Asks systemd, which also knows of other programs for NTP. Machines without it do not answer. */
export const readIsSynchronised: IsSynchronised = async () => {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: CLOCK_QUESTION_TIMEOUT_MS,
    });
    return { yes: true, no: false }[stdout.trim()] ?? null;
  } catch {
    return null;
  }
};
