import type { DeviceAdmin } from '../../contract/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { useRevokeDevice } from './use-people.ts';

interface RevokeDialogProps {
  readonly device: DeviceAdmin;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before a device is shut out, and says it when it is the one in hand. */
export function RevokeDialog({ device: { id, name, current }, onClose, onDone }: RevokeDialogProps) {
  const words = usePageWords('people');
  const { common } = useWords();
  const revoke = useRevokeDevice();
  return (
    <Dialog title={words.revoke} onClose={onClose}>
      <div className="grid gap-4">
        <p>{words.revokeSure(name)}</p>
        {current && <Notice tone="attention">{words.revokeInHand}</Notice>}
        <FailureNotice failure={failureOrNull(revoke.error)} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate(id, { onSuccess: onDone })}>
            {words.revoke}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
