import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Change } from '../../contract/money/change.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';
import { listenToChanges } from '../api/events.ts';
import { SESSION_KEY, serverReach } from '../api/live.ts';
import { ACTIVATIONS_KEY, ATTENTION_KEY, ISSUES_KEY, PRINTING_KEY, REPORT_KEY, TENDERS_KEY } from '../api/queries.ts';
import { collectStaleQueries } from '../api/stale.ts';
import { useTillLink } from '../pending-operations/till-link.ts';

/** Reloads displayed data after changes on the server, while a user is signed in. */
export function useLive(): void {
  const client = useQueryClient();
  const till = useTillLink();
  useEffect(() => {
    const stale = collectStaleQueries(client);
    const isListed = (id: string) =>
      client
        .getQueriesData<TenderView[]>({ queryKey: TENDERS_KEY })
        .some(([, listed]) => listed?.some((tender) => tender.id === id));
    const onChange = ({ kind, id }: Change) => {
      if (kind === 'tender') till.refresh(id);
      if (kind === 'tender' && isListed(id)) stale.mark(TENDERS_KEY);
      if (kind === 'issue') stale.mark(ISSUES_KEY);
      if (kind === 'activation') stale.mark(ACTIVATIONS_KEY);
      if (kind === 'printing') stale.mark(PRINTING_KEY);
      if (kind === 'attention') stale.mark(ATTENTION_KEY);
      if (kind === 'report') stale.mark(REPORT_KEY);
    };
    const onOpen = () => {
      serverReach.answered();
      till.refreshAll();
      stale.mark(TENDERS_KEY);
      stale.mark(ACTIVATIONS_KEY);
      stale.mark(ATTENTION_KEY);
      stale.mark(ISSUES_KEY);
      stale.mark(PRINTING_KEY);
    };
    const onRefused = () => void client.invalidateQueries({ queryKey: SESSION_KEY });
    const stop = listenToChanges({ onChange, onOpen, onCut: serverReach.probeNow, onRefused });
    return () => {
      stop();
      stale.stop();
    };
  }, [client, till]);
}
