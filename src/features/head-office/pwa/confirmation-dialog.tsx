import { KeyRound } from 'lucide-react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PasskeyFailure } from './passkey-failure.tsx';
import { useConfirmWithPasskey } from './use-passkeys.ts';

/** Confirms a request with a passkey. A button starts it, because browsers require a click. */
export function ConfirmationDialog({ onClose }: { readonly onClose: (isConfirmed: boolean) => void }) {
  const messages = usePageMessages('head-office');
  const { common } = useMessages();
  const confirm = useConfirmWithPasskey();
  return (
    <Dialog title={messages.confirmTitle} onClose={() => onClose(false)}>
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
        <Button variant="quiet" onClick={() => onClose(false)}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
