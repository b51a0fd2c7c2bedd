import { useEffect, useRef, useState } from 'react';

/** A value as it was at most `everyMs` ago: what changes with every picture is acted upon less often, and at its end for sure. */
export function useCalm<T>(value: T, everyMs: number): T {
  const [calm, setCalm] = useState(value);
  const takenAt = useRef(0);
  useEffect(() => {
    const take = () => {
      takenAt.current = Date.now();
      setCalm(value);
    };
    const timer = setTimeout(take, Math.max(0, takenAt.current + everyMs - Date.now()));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return calm;
}
