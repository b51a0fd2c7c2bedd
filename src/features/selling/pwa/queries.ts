import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '../../../contract/access/limits.ts';
import { call } from '../../../pwa/api/live.ts';
import { ISSUES_KEY } from '../../../pwa/api/queries.ts';
import {
  type IssueView,
  isIssueOpen,
  type SendRequest,
  type ShowRequest,
  type TakeBackRequest,
  type VoucherNow,
} from '../contract/issue.ts';
import { SELLING_QUERIES_POLL_MS } from './limits.ts';

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => call('products', { signal }),
  staleTime: 60_000,
});

export const productQuery = (code: string) =>
  queryOptions({
    queryKey: ['products', code],
    queryFn: ({ signal }) => call('product', { params: { code }, signal }),
    staleTime: 60_000,
  });

/** The user's latest orders, or everyone's, without vouchers. */
export const latestIssuesQuery = (all: boolean) =>
  queryOptions({
    queryKey: [...ISSUES_KEY, all ? 'everybody' : 'mine'],
    queryFn: ({ signal }) => call('myIssues', { signal, ...(all && { query: { all: '1' } }) }),
  });

/**
 * One issue with its vouchers, which are as good as money: removed from memory once no page shows
 * them.
 */
export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: [...ISSUES_KEY, 'one', id],
    queryFn: ({ signal }) => call('issue', { params: { id }, signal }),
    gcTime: 0,
    networkMode: 'always',
    refetchInterval: ({ state: { data, status } }) => {
      return data === undefined || status === 'error' || isIssueOpen(data.state) ? SELLING_QUERIES_POLL_MS : false;
    },
  });

/** Stops an issue, or orders its missing vouchers. The answer is shown immediately. */
export function useIssueAction(id: string, what: 'stopIssue' | 'resumeIssue') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(what, { params: { id } }),
    gcTime: 0,
    onSuccess: (issue: IssueView) => client.setQueryData(issueQuery(id).queryKey, issue),
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/** Queries the current state of vouchers at the issuer, from one position on. */
export function useStates(id: string) {
  return useMutation({ mutationFn: (from: number) => call('issueStates', { params: { id }, body: { from } }) });
}

/** The current state at the issuer of all vouchers of a sale; never from a cache. */
export const allStatesQuery = (id: string, issued: number) =>
  queryOptions({
    queryKey: ['issue-states', id],
    gcTime: 0,
    retry: false,
    async queryFn({ signal }) {
      const all: VoucherNow[] = [];
      for (let from = 0; from < issued; from += LIMITS.voucherIdsMax)
        all.push(...(await call('issueStates', { params: { id }, body: { from }, signal })).states);
      return all;
    },
  });

/** Takes a sale back. The answer is shown immediately. */
export function useTakeBack(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TakeBackRequest) => call('takeBackIssue', { params: { id }, body }),
    gcTime: 0,
    onSuccess: (issue: IssueView) => client.setQueryData(issueQuery(id).queryKey, issue),
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/** Undoes the return of a sale. The answer is shown immediately. */
export function useUndoReturn(id: string, at: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('undoReturn', { params: { id }, body: { at } }),
    gcTime: 0,
    onSuccess: (issue: IssueView) => client.setQueryData(issueQuery(id).queryKey, issue),
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/** Requests vouchers for printing. Only the caller stores the answer. */
export function usePrintIssue(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { print: string; reason?: string }) => call('printIssue', { params: { id }, body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/** Requests the link of one voucher for sending. Only the caller stores the answer. */
export function useSendVoucher(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SendRequest) => call('sendVoucher', { params: { id }, body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/** Requests one voucher to be shown. Only the caller stores the answer. */
export function useShowVoucher(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ShowRequest) => call('showVoucher', { params: { id }, body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}
