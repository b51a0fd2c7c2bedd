import { Notice } from '../ui/notice.tsx';
import { useWords } from '../words/words.tsx';
import type { Note } from './till.ts';
import { useTill } from './use-till.tsx';

/** Why a scan was ignored, in a line. */
export function ScanNote() {
  const { scan } = useWords();
  const { note } = useTill();
  if (note === null) return null;
  const text: Record<Note['reason'], string> = { ...scan.ignored, busy: scan.busy, 'no-storage': scan.noStorage };
  return (
    <Notice key={note.id} tone="attention">
      {text[note.reason]}
    </Notice>
  );
}
