import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { storageName } from '../../api/in-frame.ts';
import { forgetRedemptions, readRedemptions } from '../../api/last-redemptions.ts';
import { call } from '../../api/live.ts';
import { ATTENTION_KEY, journalQuery } from '../../api/queries.ts';
import { forgetZs, readStoredZs } from '../../api/z-numbers.ts';
import { createTillReport } from './till-report.ts';
import { useTillStore } from './use-till.tsx';

/** The key of the journal that this device's records belong to. */
const JOURNAL_ITEM = storageName('tillside.journal');

/**
 * Sends the server this device's records of its last redemptions: once after sign-in, repeatedly
 * while the shop is closed because its journal may lack entries, and after a manager opened it
 * without waiting for this device. The report redeems nothing.
 */
export function useReportToJournal(): void {
  const client = useQueryClient();
  const till = useTillStore();
  const reportedTo = useRef<string | null>(null);
  const { data } = useQuery(journalQuery);
  const wasClosed = useRef(false);
  /** The gap, or the journal, that the amounts of the last sales were reported for. */
  const duesReportedFor = useRef<string | null>(null);
  useEffect(() => {
    // A closed shop is a case in the manager's list, but its changes are not pushed.
    const isClosed = data?.closed != null;
    if (wasClosed.current !== isClosed) void client.invalidateQueries({ queryKey: ATTENTION_KEY });
    wasClosed.current = isClosed;
  }, [client, data]);
  useEffect(() => {
    const isReported = reportedTo.current === data?.id && data?.closed === null && data.awaited !== true;
    if (data === undefined || data.id === '' || isReported) return;
    reportedTo.current = data.id;
    const report = async (): Promise<void> => {
      await removeOtherJournals(data.id);
      const [pendingTenders, redemptions] = await Promise.all([till.pendingTenders(), readRedemptions()]);
      const body = { ...createTillReport(data.id, pendingTenders, redemptions, Date.now()), closings: readStoredZs() };
      const { closed } = await call('remembered', { body });
      // Each query triggers a report, so only a change invalidates it at once.
      if ((closed === null) !== (data.closed === null))
        await client.invalidateQueries({ queryKey: journalQuery.queryKey });
      if (data.closed === null && data.awaited !== true) return;
      till.refreshAll();
      const gap = data.closed?.gap ?? data.id;
      if (duesReportedFor.current === gap) return;
      duesReportedFor.current = gap;
      await till.reportDuesAgain();
    };
    // Without storage there are no records. If the server does not answer, they are sent next time.
    report().catch(() => {
      reportedTo.current = null;
    });
  }, [client, till, data]);
}

/** Removes records of another journal: they prove nothing about the current journal. */
async function removeOtherJournals(journal: string): Promise<void> {
  const before = localStorage.getItem(JOURNAL_ITEM);
  if (before === journal) return;
  if (before !== null) {
    await forgetRedemptions();
    forgetZs();
  }
  localStorage.setItem(JOURNAL_ITEM, journal);
}
