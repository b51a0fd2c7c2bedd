import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ownName } from '../../api/in-frame.ts';
import { forgetRedemptions, keptRedemptions } from '../../api/last-redemptions.ts';
import { call } from '../../api/live.ts';
import { ATTENTION_KEY, journalQuery } from '../../api/queries.ts';
import { forgetZs, rememberedZs } from '../../api/z-numbers.ts';
import { rememberedOf } from './remembered.ts';
import { useTillStore } from './use-till.tsx';

/** Which journal this device remembers redemptions of. */
const JOURNAL_ITEM = ownName('tillside.journal');

/**
 * Tells the server what this device remembers of its last redemptions: once after somebody signed
 * in, again and again while the shop is closed because its journal may lack some, and where a
 * manager opened it without waiting for this device. Nothing is redeemed by it.
 */
export function useTellJournal(): void {
  const client = useQueryClient();
  const till = useTillStore();
  const told = useRef<string | null>(null);
  const { data } = useQuery(journalQuery);
  const wasClosed = useRef(false);
  useEffect(() => {
    // A manager's list has a closed shop as a case. No change is told of that.
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
      // What is asked again is told again, so that only what is news may be asked for at once.
      if ((closed === null) !== (data.closed === null))
        await client.invalidateQueries({ queryKey: journalQuery.queryKey });
      if (data.closed !== null || data.awaited === true) till.refreshAll();
    };
    // Where nothing can be kept there is nothing to tell, and a server that does not answer is told
    // the next time.
    tell().catch(() => {
      told.current = null;
    });
  }, [client, till, data]);
}

/** What this device remembers of another journal says nothing of this one. */
async function keepOnlyOf(journal: string): Promise<void> {
  const before = localStorage.getItem(JOURNAL_ITEM);
  if (before === journal) return;
  if (before !== null) {
    await forgetRedemptions();
    forgetZs();
  }
  localStorage.setItem(JOURNAL_ITEM, journal);
}
