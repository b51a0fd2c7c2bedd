import { ClockAlert } from 'lucide-react';
import { useClockOffset } from '../ui/server-time.ts';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';

/** Nobody minds less. */
const TOLERATED_MS = 2 * 60_000;

/** Says that the clock of this device is wrong, for as long as it is. */
export function ClockNotice() {
  const { header } = useWords();
  const { wait } = useFormat();
  const offMs = Math.abs(useClockOffset());
  if (offMs <= TOLERATED_MS) return null;
  return (
    <p role="status" className="screen-only flex items-center gap-3 bg-attention-tint px-4 py-2 text-attention-ink till:px-6">
      <ClockAlert aria-hidden strokeWidth={1.75} className="shrink-0" />
      {header.clockOff(wait(offMs))}
    </p>
  );
}
