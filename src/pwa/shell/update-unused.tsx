import { type DayTerms, shopDate, startOfDay } from '../../contract/platform/shop-day.ts';
import { useNow } from '../ui/use-now.ts';
import { LOCKED_UNUSED_MS, OPEN_UNUSED_MS } from './limits.ts';
import { type NewVersion, useNewVersion } from './update.tsx';
import { useIdle } from './use-idle.ts';
import { useShop } from './use-session.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Reloads a locked till with a new version, once nothing was touched for a minute. */
export function UpdateLockedTill() {
  const version = useNewVersion();
  return version === null ? null : <ReloadUnused version={version} afterMs={LOCKED_UNUSED_MS} />;
}

/**
 * Reloads a till that is never locked with a new version, in the first hour of the shop's day, once
 * nothing was touched for ten minutes. Only while it has no sale.
 */
export function UpdateInQuietHour() {
  const version = useNewVersion();
  return version === null ? null : <ReloadInQuietHour version={version} />;
}

/** A component of its own, because the first use of a time zone takes 50 ms on a slow tablet. */
function ReloadInQuietHour({ version }: { readonly version: NewVersion }) {
  const isQuiet = isFirstHourOfDay(useNow(MINUTE_MS), useShop());
  return isQuiet ? <ReloadUnused version={version} afterMs={OPEN_UNUSED_MS} /> : null;
}

/** True within one hour after the business day of a shop began. @param now milliseconds UTC */
export function isFirstHourOfDay(now: number, days: DayTerms): boolean {
  return now - startOfDay(shopDate(now, days), days) < HOUR_MS;
}

function ReloadUnused({ version, afterMs }: { readonly version: NewVersion; readonly afterMs: number }) {
  useIdle(afterMs, version.reload);
  return null;
}
