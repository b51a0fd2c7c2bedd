import { useEffect, useState } from 'react';
import { useClockOffset } from './server-time.ts';

/**
 * The server's time, read anew every `everyMs`, for how long ago something was and how long it is
 * still offered.
 */
export function useNow(everyMs: number): number {
  // What the server says of its time counts at once.
  return useDeviceNow(everyMs) + useClockOffset();
}

/** The time of this device, for how long something has taken that it noted itself. */
export function useDeviceNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
