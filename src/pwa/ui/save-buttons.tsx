import { Download } from 'lucide-react';
import type { FileQuery } from '../../contract/platform/csv.ts';
import { useMessages } from '../words/words.tsx';
import { Button } from './button.tsx';

interface SaveButtonsProps {
  readonly isBusy?: boolean;
  readonly onSave: (query: FileQuery) => void;
}

/** Saves a table for programs, or for spreadsheets, which change the digits of other files. */
export function SaveButtons({ isBusy = false, onSave }: SaveButtonsProps) {
  const { files } = useMessages();
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isBusy} onClick={() => onSave({})}>
        <Download aria-hidden strokeWidth={1.75} size={20} />
        {files.exportCsv}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={() => onSave({ spreadsheet: '1' })}>
        {files.exportForSpreadsheets}
      </Button>
    </div>
  );
}
