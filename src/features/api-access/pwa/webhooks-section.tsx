import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { WebhookAdmin } from '../contract/webhook.ts';
import { AddWebhook } from './add-webhook.tsx';
import { SecretToldOnce } from './told-once.tsx';
import { useRemoveWebhook, useRotateWebhook, webhooksQuery } from './use-connections.ts';
import { WebhookMessages } from './webhook-messages.tsx';

type Asked = { readonly what: 'messages' | 'rotate' | 'remove'; readonly webhook: WebhookAdmin };

export function WebhooksSection() {
  const { webhooks: words } = usePageWords('api-access');
  const { data: webhooks, error } = useQuery(webhooksQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <h2 className="text-section font-semibold">{words.title}</h2>
      <p className="text-neutral-9">{words.lead}</p>
      <FailureNotice failure={failureOrNull(error)} />
      {done !== null && <Notice tone="done">{done}</Notice>}
      {webhooks?.length === 0 && <p className="text-neutral-9">{words.none}</p>}
      {webhooks !== undefined && webhooks.length > 0 && (
        <ul aria-label={words.title} className="divide-y divide-neutral-4 border-y border-neutral-4">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onAsk={(what) => setAsked({ what, webhook })} />
          ))}
        </ul>
      )}
      {secret === null ? (
        <AddWebhook onSecret={setSecret} />
      ) : (
        <SecretToldOnce lead={words.secret} secret={secret} onKept={() => setSecret(null)} />
      )}
      {asked?.what === 'messages' && <WebhookMessages webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'rotate' && (
        <Rotate
          webhook={asked.webhook}
          onClose={close}
          onSecret={(told) => {
            close();
            setSecret(told);
          }}
        />
      )}
      {asked?.what === 'remove' && (
        <Remove
          webhook={asked.webhook}
          onClose={close}
          onDone={() => {
            close();
            setDone(words.removed(asked.webhook.url));
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly webhook: WebhookAdmin;
  readonly onAsk: (what: Asked['what']) => void;
}

function WebhookRow({ webhook: { url, news, waiting, madeBy, madeAt }, onAsk }: RowProps) {
  const { webhooks: words } = usePageWords('api-access');
  const { dateTime } = useFormat();
  return (
    <li className="grid gap-1 py-3 text-label text-neutral-9">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body text-neutral-12">
        <span className="min-w-0 font-medium break-all">{url}</span>
        {waiting > 0 && <Chip tone="unknown">{words.waiting(String(waiting))}</Chip>}
      </span>
      <span className="text-neutral-11">{news.map((one) => words.news[one]).join(' · ')}</span>
      <span>{words.addedBy(madeBy, dateTime(madeAt))}</span>
      <span className="-ml-3 flex flex-wrap gap-1">
        <Button look="quiet" aria-label={words.messagesOf(url)} onClick={() => onAsk('messages')}>
          {words.messages}
        </Button>
        <Button look="quiet" aria-label={words.rotateOf(url)} onClick={() => onAsk('rotate')}>
          {words.rotate}
        </Button>
        <Button look="quiet" aria-label={words.removeOf(url)} onClick={() => onAsk('remove')}>
          {words.remove}
        </Button>
      </span>
    </li>
  );
}

interface AskProps {
  readonly webhook: WebhookAdmin;
  readonly onClose: () => void;
}

function Rotate({ webhook, onClose, onSecret }: AskProps & { readonly onSecret: (secret: string) => void }) {
  const { webhooks: words } = usePageWords('api-access');
  const rotate = useRotateWebhook();
  return (
    <SureDialog
      title={words.rotate}
      question={words.rotateSure}
      look="plain"
      failure={failureOrNull(rotate.error)}
      isBusy={rotate.isPending}
      onClose={onClose}
      onSure={() => rotate.mutate(webhook.id, { onSuccess: ({ secret }) => onSecret(secret) })}
    />
  );
}

function Remove({ webhook, onClose, onDone }: AskProps & { readonly onDone: () => void }) {
  const { webhooks: words } = usePageWords('api-access');
  const remove = useRemoveWebhook();
  return (
    <SureDialog
      title={words.remove}
      question={words.removeSure(webhook.url)}
      look="danger"
      failure={failureOrNull(remove.error)}
      isBusy={remove.isPending}
      onClose={onClose}
      onSure={() => remove.mutate(webhook.id, { onSuccess: onDone })}
    />
  );
}
