import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { JournalStatus } from '../../../contract/redemption/journal.ts';
import { queryClient } from '../../api/live.ts';
import { journalQuery } from '../../api/queries.ts';
import { installFakeServer, ok } from '../../testing/fake-server.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import { createScriptedPage, freshDatabase } from '../../testing/scripted-page.ts';
import { createTillOutbox } from './outbox.ts';
import { createTillStore } from './store.ts';
import { useReportToJournal } from './use-report-to-journal.ts';
import { TillProvider } from './use-till.tsx';

const gap = (id: string) => ({ gap: id, since: '2026-11-21T07:00:00Z', awaitsThisTill: false });

it('the till reports the amounts of the last sales once to each server that was restored', async () => {
  installIndexedDb();
  queryClient.clear();
  let journal: Pick<JournalStatus, 'id' | 'closed' | 'awaited'> = { id: 'j1', closed: null };
  const { requests } = installFakeServer({
    journal: () => ok(journal),
    remembered: () => ok(journal),
  });
  const sent = (name: string) => requests.filter((request) => request.name === name).length;
  const page = createScriptedPage({});
  const outbox = createTillOutbox(freshDatabase());
  const reports: string[] = [];
  const store = {
    ...createTillStore({ ...page.deps, outbox, currency: 'SGD', onSettled: () => undefined }),
    reportDuesAgain: async () => void reports.push('again'),
  };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <TillProvider store={store}>{children}</TillProvider>
    </QueryClientProvider>
  );
  renderHook(useReportToJournal, { wrapper });
  const answer = async (next: typeof journal) => {
    journal = next;
    const before = sent('remembered');
    await act(() => queryClient.invalidateQueries({ queryKey: journalQuery.queryKey }));
    await waitFor(() => expect(sent('remembered')).toBeGreaterThan(before));
  };
  await waitFor(() => expect(sent('remembered')).toBe(1));
  expect(reports).toEqual([]);
  await answer({ id: 'j1', closed: gap('g1') });
  await answer({ id: 'j1', closed: gap('g1') });
  await waitFor(() => expect(reports).toEqual(['again']));
  await answer({ id: 'j1', closed: gap('g2') });
  await waitFor(() => expect(reports).toHaveLength(2));
  await answer({ id: 'j1', closed: null, awaited: true });
  await waitFor(() => expect(reports).toHaveLength(3));
});
