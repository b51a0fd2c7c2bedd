import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ManagerPinField } from '../../../pwa/approval/manager-pin-field.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PasskeyFailure } from './passkey-failure.tsx';
import { useOtherManagers } from './use-other-managers.ts';
import { useConfirmWithManager, useConfirmWithPasskey } from './use-passkeys.ts';

interface ConfirmationProps {
  readonly onClose: (isConfirmed: boolean) => void;
}

/**
 * Confirms a request with a passkey, or with another manager's PIN where the passkey cannot be
 * used. A button starts the passkey, because browsers require a click.
 */
export function ConfirmationDialog({ onClose }: ConfirmationProps) {
  const messages = usePageMessages('head-office');
  const { common } = useMessages();
  const confirm = useConfirmWithPasskey();
  const others = useOtherManagers() ?? [];
  const isOffice = useShop().visit?.office === true;
  const [usesOther, setUsesOther] = useState(false);
  return (
    <Dialog title={messages.confirmTitle} onClose={() => onClose(false)}>
      {usesOther ? (
        <ByManager managers={others} onClose={onClose} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p>{messages.confirmLead}</p>
          <PasskeyFailure error={confirm.error} />
          {/* React focuses it before the dialog opens, which then needs the attribute. */}
          <Button
            variant="main"
            autoFocus
            data-autofocus
            disabled={confirm.isPending}
            onClick={() => confirm.mutate(undefined, { onSuccess: () => onClose(true) })}
          >
            <KeyRound aria-hidden strokeWidth={1.75} />
            {confirm.isPending ? messages.waiting : messages.confirm}
          </Button>
          {others.length > 0 && !isOffice && (
            <Button variant="quiet" onClick={() => setUsesOther(true)}>
              {messages.useOther}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onClose(false)}>
            {common.cancel}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function ByManager({ managers, onClose }: ConfirmationProps & { readonly managers: readonly Person[] }) {
  const messages = usePageMessages('head-office');
  const confirm = useConfirmWithManager();
  return (
    <ManagerPinField
      managers={managers}
      checking={confirm.isPending ? confirm.variables.pin : null}
      onPin={(manager) => confirm.mutate(manager, { onSuccess: () => onClose(true) })}
    >
      <p>{messages.otherLead}</p>
      <FailureNotice failure={failureOrNull(confirm.error)} />
    </ManagerPinField>
  );
}
