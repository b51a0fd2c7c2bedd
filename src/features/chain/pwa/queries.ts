import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FileQuery } from '../../../contract/platform/csv.ts';
import { call, callForFile } from '../../../pwa/api/live.ts';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import type { Days } from '../../transactions/pwa/period.ts';
import { REFRESH_MS } from './limits.ts';

export const overviewQuery = ({ first, last }: Days) =>
  queryOptions({
    queryKey: ['chain', first, last],
    queryFn: ({ signal }) => call('chainOverview', { query: { from: first, to: last }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const allDevicesQuery = queryOptions({
  queryKey: ['chain', 'devices'],
  queryFn: ({ signal }) => call('chainDevices', { signal }),
  refetchInterval: REFRESH_MS,
});

interface DeviceMove {
  readonly id: string;
  readonly shop: string;
  readonly name: string;
}

/** Moves a device to another shop. */
export function useMoveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: DeviceMove) => call('moveDevice', { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: allDevicesQuery.queryKey }),
  });
}

export const allClosingsQuery = ({ first, last }: Days) =>
  queryOptions({
    queryKey: ['chain', 'closings', first, last],
    queryFn: ({ signal }) => call('chainClosings', { query: { from: first, to: last }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const allCoversQuery = (day: string) =>
  queryOptions({
    queryKey: ['chain', 'cover', day],
    queryFn: ({ signal }) => call('chainCovers', { query: { day }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const allStatementsQuery = ({ first, last }: Days) =>
  queryOptions({
    queryKey: ['chain', 'statement', first, last],
    queryFn: ({ signal }) => call('chainStatement', { query: { from: first, to: last }, signal }),
  });

/** Takes seconds for many shops, once a server has started. */
export const allExceptionsQuery = queryOptions({
  queryKey: ['chain', 'exceptions'],
  queryFn: ({ signal }) => call('chainExceptions', { signal }),
});

const FILES = { exportChainClosings: 'closings', exportChainStatement: 'vouchers-taken' } as const;

/** Saves the closings or the statement of all shops. */
export function useSaveExport(route: keyof typeof FILES) {
  return useMutation({
    mutationFn: async ({ days: { first, last }, query }: { readonly days: Days; readonly query: FileQuery }) =>
      saveFile(await callForFile(route, { from: first, to: last }, query), `${FILES[route]}-${first}-${last}.csv`),
  });
}
