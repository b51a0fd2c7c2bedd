import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { saveZ } from '../../../pwa/api/z-numbers.ts';
import type { Days } from '../../transactions/pwa/period.ts';
import type { Shift, ZRequest } from '../contract/shift.ts';
import { QUERIES_POLL_MS } from './limits.ts';

const SHIFTS_KEY = ['shifts'] as const;

/** The user's own shifts: open ones first, then the latest closed ones. */
export const mineQuery = queryOptions({
  queryKey: [...SHIFTS_KEY, 'mine'],
  queryFn: ({ signal }) => call('shifts', { query: { mine: '1' }, signal }),
  refetchInterval: QUERIES_POLL_MS,
});

/** The shifts of the shop that opened on some days. */
export const shiftsQuery = ({ first, last }: Days) =>
  queryOptions({
    queryKey: [...SHIFTS_KEY, 'days', first, last],
    queryFn: ({ signal }) => call('shifts', { query: { day: first, to: last }, signal }),
    refetchInterval: QUERIES_POLL_MS,
  });

export const shiftQuery = (id: string) =>
  queryOptions({
    queryKey: [...SHIFTS_KEY, 'one', id],
    queryFn: ({ signal }) => call('shift', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.number == null ? QUERIES_POLL_MS : false),
  });

/** The matches between a day's transactions at the issuer and our records. */
export const coverQuery = (day: string) =>
  queryOptions({
    queryKey: [...SHIFTS_KEY, 'cover', day],
    queryFn: ({ signal }) => call('cover', { query: { day }, signal }),
    refetchInterval: QUERIES_POLL_MS,
  });

/**
 * Stores a changed shift and reloads the lists.
 *
 * This device remembers the shift's number, which a restore of the database may lose.
 */
function useStoreShift(): (shift: Shift) => void {
  const client = useQueryClient();
  return (shift) => {
    saveZ(shift);
    client.setQueryData(shiftQuery(shift.id).queryKey, shift);
    void client.invalidateQueries({ queryKey: SHIFTS_KEY });
  };
}

/** Closes a shift. A repeated request after a lost answer returns the same Z. */
export function useCloseShift() {
  const client = useQueryClient();
  const storeShift = useStoreShift();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: ZRequest }) =>
      call('closeShift', { params: { id }, body }),
    onSuccess: storeShift,
    onError: () => client.invalidateQueries({ queryKey: SHIFTS_KEY }),
  });
}

export function useNoteShift(id: string) {
  const storeShift = useStoreShift();
  return useMutation({
    mutationFn: (note: string) => call('noteShift', { params: { id }, body: { note } }),
    onSuccess: storeShift,
  });
}

/** Closes several shifts one after the other. Shifts that are closed already are skipped. */
export function useCloseAll() {
  const storeShift = useStoreShift();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        try {
          storeShift(await call('closeShift', { params: { id }, body: {} }));
        } catch (error) {
          if (!isProblem(error, 'shift-closed')) throw error;
        }
      }
    },
  });
}
