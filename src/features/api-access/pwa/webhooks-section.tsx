import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { WebhookAdmin } from '../contract/webhook.ts';
import { AddWebhook } from './add-webhook.tsx';
import { NewSecret } from './new-secret.tsx';
import { useRemoveWebhook, useRotateWebhook, webhooksQuery } from './use-connections.ts';
import { WebhookMessages } from './webhook-messages.tsx';

type OpenDialog = { readonly what: 'messages' | 'rotate' | 'remove'; readonly webhook: WebhookAdmin };

export function WebhooksSection() {
  const { webhooks: messages } = usePageMessages('api-access');
  const { data: webhooks, error } = useQuery(webhooksQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <h2 className="text-section font-semibold">{messages.title}</h2>
      <p className="text-neutral-9">{messages.lead}</p>
      <FailureNotice failure={failureOrNull(error)} />
      {done !== null && <Notice tone="done">{done}</Notice>}
      {webhooks?.length === 0 && <p className="text-neutral-9">{messages.none}</p>}
      {webhooks !== undefined && webhooks.length > 0 && (
        <ul aria-label={messages.title} className="divide-y divide-neutral-4 border-y border-neutral-4">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onOpen={(what) => setDialog({ what, webhook })} />
          ))}
        </ul>
      )}
      {secret === null ? (
        <AddWebhook onSecret={setSecret} />
      ) : (
        <NewSecret lead={messages.secret} secret={secret} onSaved={() => setSecret(null)} />
      )}
      {dialog?.what === 'messages' && <WebhookMessages webhook={dialog.webhook} onClose={close} />}
      {dialog?.what === 'rotate' && (
        <Rotate
          webhook={dialog.webhook}
          onClose={close}
          onSecret={(told) => {
            close();
            setSecret(told);
          }}
        />
      )}
      {dialog?.what === 'remove' && (
        <Remove
          webhook={dialog.webhook}
          onClose={close}
          onDone={() => {
            close();
            setDone(messages.removed(dialog.webhook.url));
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly webhook: WebhookAdmin;
  readonly onOpen: (what: OpenDialog['what']) => void;
}

function WebhookRow({ webhook: { url, news, waiting, madeBy, madeAt }, onOpen }: RowProps) {
  const { webhooks: messages } = usePageMessages('api-access');
  const { dateTime } = useFormat();
  return (
    <li className="grid gap-1 py-3 text-label text-neutral-9">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body text-neutral-12">
        <span className="min-w-0 font-medium break-all">{url}</span>
        {waiting > 0 && <Chip tone="unknown">{messages.waiting(String(waiting))}</Chip>}
      </span>
      <span className="text-neutral-11">{news.map((one) => messages.news[one]).join(' · ')}</span>
      <span>{messages.addedBy(madeBy, dateTime(madeAt))}</span>
      <span className="-ml-3 flex flex-wrap gap-1">
        <Button variant="quiet" aria-label={messages.messagesOf(url)} onClick={() => onOpen('messages')}>
          {messages.messages}
        </Button>
        <Button variant="quiet" aria-label={messages.rotateOf(url)} onClick={() => onOpen('rotate')}>
          {messages.rotate}
        </Button>
        <Button variant="quiet" aria-label={messages.removeOf(url)} onClick={() => onOpen('remove')}>
          {messages.remove}
        </Button>
      </span>
    </li>
  );
}

interface DialogProps {
  readonly webhook: WebhookAdmin;
  readonly onClose: () => void;
}

function Rotate({ webhook, onClose, onSecret }: DialogProps & { readonly onSecret: (secret: string) => void }) {
  const { webhooks: messages } = usePageMessages('api-access');
  const rotate = useRotateWebhook();
  return (
    <SureDialog
      title={messages.rotate}
      question={messages.rotateSure}
      look="plain"
      failure={failureOrNull(rotate.error)}
      isBusy={rotate.isPending}
      onClose={onClose}
      onSure={() => rotate.mutate(webhook.id, { onSuccess: ({ secret }) => onSecret(secret) })}
    />
  );
}

function Remove({ webhook, onClose, onDone }: DialogProps & { readonly onDone: () => void }) {
  const { webhooks: messages } = usePageMessages('api-access');
  const remove = useRemoveWebhook();
  return (
    <SureDialog
      title={messages.remove}
      question={messages.removeSure(webhook.url)}
      look="danger"
      failure={failureOrNull(remove.error)}
      isBusy={remove.isPending}
      onClose={onClose}
      onSure={() => remove.mutate(webhook.id, { onSuccess: onDone })}
    />
  );
}
