import { CornerDownLeft } from 'lucide-react';
import { ReloadButton } from '../../shell/reload-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import type { NoteReason } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { ScannerQuestion } from './scanner-question.tsx';

/** Results of a scanner with wrong settings. */
const MISREAD: readonly NoteReason[] = ['not-a-code', 'foreign-link', 'too-short', 'joined', 'other-shape'];

/**
 * Explains why a scan was ignored, or that digits typed as a code are the amount due. Enter
 * confirms the amount.
 */
export function ScanNote() {
  const { scan, sale } = useMessages();
  const { money } = useFormat();
  const { note } = useTill();
  const { confirmDue } = useTillStore();
  if (note === null) return null;
  if (note.reason === 'due?') {
    return (
      <Button key={note.id} variant="main" autoFocus onClick={confirmDue}>
        {sale.isDue(money(note.due))}
        <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
      </Button>
    );
  }
  const text: Record<NoteReason, string> = { ...scan.ignored, busy: scan.busy, 'no-storage': scan.noStorage };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Notice key={note.id} tone="attention">
        {text[note.reason]}
      </Notice>
      {note.reason === 'no-storage' && <ReloadButton />}
      {MISREAD.includes(note.reason) && <ScannerQuestion />}
    </div>
  );
}
