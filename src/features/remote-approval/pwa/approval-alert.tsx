import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { cue } from '../../../pwa/shell/sound.ts';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { OpenApprovals } from './open-approvals.tsx';
import { openApprovalsQuery } from './queries.ts';

/**
 * Alerts a manager to a request of a till, with a sound, and shows the request over the current
 * page. The start page of managers lists it as well.
 */
export function ApprovalAlert() {
  const messages = usePageMessages('remote-approval');
  const { data: waiting = [] } = useQuery(openApprovalsQuery);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [path] = useLocation();
  const alerted = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ids = waiting.map(({ version }) => version);
    if (ids.some((id) => !alerted.current.has(id))) cue('attention');
    alerted.current = new Set(ids);
  }, [waiting]);
  const isVisible = path !== ADDRESSES.today && waiting.some(({ version }) => !closed.includes(version));
  if (!isVisible) return null;
  return (
    <Dialog title={messages.waiting} onClose={() => setClosed(waiting.map(({ version }) => version))}>
      <OpenApprovals />
    </Dialog>
  );
}
