import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Technical } from '../../../pwa/ui/technical.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { WebhookAdmin, WebhookMessage } from '../contract/webhook.ts';
import { useSendAgain, webhookMessagesQuery } from './use-connections.ts';

const TONES: Readonly<Record<WebhookMessage['state'], Tone>> = {
  waiting: 'unknown',
  delivered: 'done',
  given_up: 'attention',
};

/** The latest messages to one address, with every attempt. */
export function WebhookMessages({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookAdmin;
  readonly onClose: () => void;
}) {
  const { webhooks: messages } = usePageMessages('api-access');
  const { data: webhookMessages, error } = useQuery(webhookMessagesQuery(webhook.id));
  return (
    <Dialog title={messages.messages} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-label break-all text-neutral-9">{webhook.url}</p>
        <FailureNotice failure={failureOrNull(error)} />
        {webhookMessages?.length === 0 && <p>{messages.noMessages}</p>}
        <ul className="divide-y divide-neutral-4">
          {webhookMessages?.map((message) => (
            <MessageRow key={message.id} message={message} webhookId={webhook.id} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function MessageRow({
  message: { id, news, at, state, nextAt, attempts },
  webhookId,
}: {
  readonly message: WebhookMessage;
  readonly webhookId: string;
}) {
  const { webhooks: messages } = usePageMessages('api-access');
  const { dateTime } = useFormat();
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{messages.news[news]}</span>
        <Chip tone={TONES[state]}>{messages.states[state]}</Chip>
      </span>
      <span className="text-label text-neutral-9">{dateTime(at)}</span>
      <ol className="grid gap-1 text-label text-neutral-11">
        {attempts.map(({ at: triedAt, status, reason }) => (
          <li key={triedAt}>
            {dateTime(triedAt)} · {status === null ? messages.noAnswer : messages.answered(String(status))}
            {reason !== null && (
              <>
                {' '}
                <Technical>{reason}</Technical>
              </>
            )}
          </li>
        ))}
      </ol>
      {nextAt !== null && attempts.length > 0 && (
        <span className="text-label text-neutral-9">{messages.next(dateTime(nextAt))}</span>
      )}
      {state !== 'waiting' && <SendAgain webhookId={webhookId} messageId={id} hasArrived={state === 'delivered'} />}
    </li>
  );
}

/** A message that arrived is sent again only after a second press. */
function SendAgain({
  webhookId,
  messageId,
  hasArrived,
}: {
  readonly webhookId: string;
  readonly messageId: string;
  readonly hasArrived: boolean;
}) {
  const { webhooks: messages } = usePageMessages('api-access');
  const send = useSendAgain(webhookId);
  const [isWarned, setWarned] = useState(false);
  if (send.isSuccess) return <Notice tone="done">{messages.sentAgain}</Notice>;
  const press = () => (hasArrived && !isWarned ? setWarned(true) : send.mutate(messageId));
  return (
    <>
      <FailureNotice failure={failureOrNull(send.error)} />
      <Button variant="quiet" className="justify-self-start" disabled={send.isPending} onClick={press}>
        {isWarned ? messages.sendAgainAnyway : messages.sendAgain}
      </Button>
    </>
  );
}
