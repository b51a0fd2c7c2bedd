import type { Failure } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useMessages } from '../words/words.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface SureDialogProps {
  /** The name of the action, also on its button. */
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
  const { common } = useMessages();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-4">
        <p className="wrap-anywhere">{question}</p>
        <FailureNotice failure={failure} />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant={look} disabled={isBusy} onClick={onSure}>
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
