import { useEffect, useState } from 'react';
import { useClockOffset } from './server-time.ts';

/** The server's time, updated every `everyMs`, for ages and time limits. */
export function useNow(everyMs: number): number {
  // A new clock offset takes effect immediately.
  return useDeviceNow(everyMs) + useClockOffset();
}

/** The time of this device, for durations of events that it recorded itself. */
export function useDeviceNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
