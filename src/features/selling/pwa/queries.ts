import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';
import { ISSUES_KEY } from '../../../pwa/api/queries.ts';
import { type IssueView, isIssueOpen, type SendRequest } from '../contract/issue.ts';

/** While vouchers are still to come, or nobody answers, ask this often. */
const ASK_AGAIN_MS = 1_000;

/** What the shop can sell. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => call('products', { signal }),
  staleTime: 60_000,
});

/** One product with all that the issuer tells of it. */
export const productQuery = (code: string) =>
  queryOptions({
    queryKey: ['products', code],
    queryFn: ({ signal }) => call('product', { params: { code }, signal }),
    staleTime: 60_000,
  });

/** The latest orders: the own ones, or those of everybody. They hold no voucher. */
export const latestIssuesQuery = (all: boolean) =>
  queryOptions({
    queryKey: [...ISSUES_KEY, all ? 'everybody' : 'mine'],
    queryFn: ({ signal }) => call('myIssues', { signal, ...(all && { query: { all: '1' } }) }),
  });

/** One issue with its vouchers, which are money: nothing of it is kept once no page shows it. */
export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: [...ISSUES_KEY, 'one', id],
    queryFn: ({ signal }) => call('issue', { params: { id }, signal }),
    gcTime: 0,
    networkMode: 'always',
    refetchInterval: ({ state: { data, status } }) => {
      return data === undefined || status === 'error' || isIssueOpen(data.state) ? ASK_AGAIN_MS : false;
    },
  });

/** Stops an issue or asks for the rest of it. What the answer says is on the screen at once. */
export function useSteer(id: string, what: 'stopIssue' | 'resumeIssue') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(what, { params: { id } }),
    gcTime: 0,
    onSuccess: (issue: IssueView) => client.setQueryData(issueQuery(id).queryKey, issue),
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/** Asks how the vouchers from one position on stand at the issuer now. */
export function useStates(id: string) {
  return useMutation({ mutationFn: (from: number) => call('issueStates', { params: { id }, body: { from } }) });
}

/** Asks for vouchers to be printed. The answer is kept by whoever shows it, and nowhere else. */
export function usePrintIssue(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { print: string; reason?: string }) => call('printIssue', { params: { id }, body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

/**
 * Asks for the link of one voucher, to be sent.
 *
 * The answer is kept by whoever shows it, and nowhere else.
 */
export function useSendVoucher(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SendRequest) => call('sendVoucher', { params: { id }, body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}
