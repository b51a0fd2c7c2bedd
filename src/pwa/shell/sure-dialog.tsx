import type { Failure } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/words.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface SureDialogProps {
  /** The action; its button has the same text. */
  readonly title: string;
  readonly question: string;
  readonly look: 'danger' | 'plain';
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly onSure: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that affects others. */
export function SureDialog({ title, question, look, failure, isBusy, onSure, onClose }: SureDialogProps) {
  const { common } = useWords();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-4">
        <p className="wrap-anywhere">{question}</p>
        <FailureNotice failure={failure} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button look={look} disabled={isBusy} onClick={onSure}>
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
