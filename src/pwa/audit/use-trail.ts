import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrailFilter } from '../../contract/audit.ts';
import { call, callForFile } from '../api/live.ts';
import { saveFile } from '../ui/save-file.ts';

const TRAIL_KEY = ['audit'] as const;

const trailQuery = (filter: TrailFilter | null) =>
  infiniteQueryOptions({
    queryKey: [...TRAIL_KEY, filter],
    enabled: filter !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      if (filter === null) throw new Error('There is no period to ask for');
      return call('auditSearch', { body: { ...filter, ...(pageParam !== '' && { cursor: pageParam }) }, signal });
    },
    getNextPageParam: ({ next }) => next,
  });

/** The trail, page by page; nothing is asked for a period that is none. */
export function useTrail(filter: TrailFilter | null) {
  return useInfiniteQuery(trailQuery(filter));
}

/** Makes the file of a period and hands it to the browser. */
export function useTrailExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (filter: TrailFilter) =>
      saveFile(await callForFile('auditExport', filter), `audit-${filter.from.slice(0, 10)}-${filter.to.slice(0, 10)}.csv`),
    // The export is a line of the trail itself.
    onSuccess: () => client.invalidateQueries({ queryKey: TRAIL_KEY }),
  });
}
