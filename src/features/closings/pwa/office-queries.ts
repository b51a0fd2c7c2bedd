import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FileQuery } from '../../../contract/platform/csv.ts';
import { call, callForFile } from '../../../pwa/api/live.ts';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import type { Days } from '../../transactions/pwa/period.ts';
import type { BookExport, Books, StatementRequest } from '../contract/books.ts';
import type { ListColumns } from '../contract/match/columns.ts';

const daysName = ({ from, to }: Pick<StatementRequest, 'from' | 'to'>) => (from === to ? from : `${from}-${to}`);

/** Amounts paid with vouchers in some days, at one till or in the whole shop. */
export const statementQuery = ({ first, last }: Days, till: string | null) =>
  queryOptions({
    queryKey: ['statement', first, last, till],
    queryFn: ({ signal }) => call('statement', { body: { from: first, to: last, till }, signal }),
  });

export function useSaveStatement() {
  return useMutation({
    mutationFn: async ({ query, ...body }: StatementRequest & { readonly query: FileQuery }) =>
      saveFile(await callForFile('exportStatement', body, query), `vouchers-taken-${daysName(body)}.csv`),
  });
}

/** The shop's settings for the accounting export. */
export const booksQuery = queryOptions({ queryKey: ['books'], queryFn: ({ signal }) => call('books', { signal }) });

const BOOKED_KEY = ['booked'] as const;

/** The closings of some days, with their exports. */
export const bookedQuery = ({ first, last }: Days) =>
  queryOptions({
    queryKey: [...BOOKED_KEY, first, last],
    queryFn: ({ signal }) => call('bookedClosings', { query: { from: first, to: last }, signal }),
  });

export function useSetBooks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Books) => call('putBooks', { body }),
    onSuccess: (books) => client.setQueryData(booksQuery.queryKey, books),
  });
}

export function useExportBooks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BookExport) => {
      const begin = body.format === 'datev' ? 'EXTF_' : '';
      saveFile(await callForFile('exportBooks', body), `${begin}vouchers-${daysName(body)}-${body.format}.csv`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: BOOKED_KEY }),
  });
}

/** Stored columns and notes of earlier lists. */
export const matchMemoryQuery = queryOptions({
  queryKey: ['match'],
  queryFn: ({ signal }) => call('matchMemory', { signal }),
});

export function useSaveLayout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly layout: string; readonly columns: ListColumns }) => call('putLayout', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: matchMemoryQuery.queryKey }),
  });
}

/** Stores a note on a difference; an empty note removes it. */
export function useSaveMatchNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ differences, note }: { readonly differences: readonly string[]; readonly note: string }) => {
      for (const difference of differences) await call('putMatchNote', { body: { difference, note } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: matchMemoryQuery.queryKey }),
  });
}
