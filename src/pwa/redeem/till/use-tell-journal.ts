import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ownName } from '../../api/in-frame.ts';
import { forgetRedemptions, keptRedemptions } from '../../api/last-redemptions.ts';
import { call } from '../../api/live.ts';
import { ATTENTION_KEY, journalQuery } from '../../api/queries.ts';
import { forgetZs, rememberedZs } from '../../api/z-numbers.ts';
import { rememberedOf } from './remembered.ts';
import { useTillStore } from './use-till.tsx';

/** The key of the journal that this device's records belong to. */
const JOURNAL_ITEM = ownName('tillside.journal');

/**
 * Sends the server this device's records of its last redemptions: once after sign-in, repeatedly
 * while the shop is closed because its journal may lack entries, and after a manager opened it
 * without waiting for this device. Nothing is redeemed by it.
 */
export function useTellJournal(): void {
  const client = useQueryClient();
  const till = useTillStore();
  const told = useRef<string | null>(null);
  const { data } = useQuery(journalQuery);
  const wasClosed = useRef(false);
  useEffect(() => {
    // A closed shop is a case in the manager's list, but its changes are not pushed.
    const isClosed = data?.closed != null;
    if (wasClosed.current !== isClosed) void client.invalidateQueries({ queryKey: ATTENTION_KEY });
    wasClosed.current = isClosed;
  }, [client, data]);
  useEffect(() => {
    const isTold = told.current === data?.id && data?.closed === null && data.awaited !== true;
    if (data === undefined || data.id === '' || isTold) return;
    told.current = data.id;
    const tell = async (): Promise<void> => {
      await keepOnlyOf(data.id);
      const [wishes, redemptions] = await Promise.all([till.wishes(), keptRedemptions()]);
      const body = { ...rememberedOf(data.id, wishes, redemptions, Date.now()), closings: rememberedZs() };
      const { closed } = await call('remembered', { body });
      // Each query triggers a report, so only a change invalidates it at once.
      if ((closed === null) !== (data.closed === null))
        await client.invalidateQueries({ queryKey: journalQuery.queryKey });
      if (data.closed !== null || data.awaited === true) till.refreshAll();
    };
    // If storage fails, there is nothing to send. If the server does not answer, it is sent next
    // time.
    tell().catch(() => {
      told.current = null;
    });
  }, [client, till, data]);
}

/** Removes records of another journal: they prove nothing about this one. */
async function keepOnlyOf(journal: string): Promise<void> {
  const before = localStorage.getItem(JOURNAL_ITEM);
  if (before === journal) return;
  if (before !== null) {
    await forgetRedemptions();
    forgetZs();
  }
  localStorage.setItem(JOURNAL_ITEM, journal);
}
