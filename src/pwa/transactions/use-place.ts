import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Place, readPlace, writePlace } from './address.ts';

/** Where in the list somebody is, as the address says, and how to go elsewhere. Opening a line is a step back away; everything else is not. */
export function usePlace(): readonly [place: Place, go: (change: Partial<Place>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const place = useMemo(() => readPlace(search), [search]);
  const go = useCallback(
    (change: Partial<Place>) => {
      const query = writePlace({ ...readPlace(location.search), ...change });
      navigate(query === '' ? path : `${path}?${query}`, { replace: change.open == null });
    },
    [path, navigate],
  );
  return [place, go];
}
