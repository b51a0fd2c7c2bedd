import { CloudOff } from 'lucide-react';
import { useMessages } from '../../words/words.tsx';
import { useHasNetwork } from '../use-has-network.ts';
import { useOnline } from '../use-online.ts';

export function OfflineNotice() {
  const { offline } = useMessages();
  const hasNetwork = useHasNetwork();
  if (useOnline()) return null;
  return (
    <p
      role="status"
      className="screen-only flex items-center gap-3 bg-attention-tint px-4 py-3 text-attention-ink till:px-6"
    >
      <CloudOff aria-hidden strokeWidth={1.75} className="shrink-0" />
      <span>
        <strong className="font-semibold">{hasNetwork ? offline.unreachable : offline.title}.</strong> {offline.lead}
      </span>
    </p>
  );
}
