import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookAdmin } from '../../contract/webhook.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { usePageWords } from '../words/page-words.ts';
import { webhooksQuery } from './use-connections.ts';
import { WebhookMessages } from './webhook-messages.tsx';

/** What the addresses on the list were told, attempt by attempt. */
export function TryWebhooks() {
  const { tryIt: words, webhooks: said } = usePageWords('connections');
  const webhooks = useQuery(webhooksQuery);
  const [shown, setShown] = useState<WebhookAdmin | null>(null);
  return (
    <>
      <Loaded query={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <p>{words.webhooks.none}</p>
          ) : (
            <div className="flex flex-wrap gap-2">
              {all.map((webhook) => (
                <Button key={webhook.id} onClick={() => setShown(webhook)}>
                  <span className="wrap-anywhere">{said.messagesOf(webhook.url)}</span>
                </Button>
              ))}
            </div>
          )
        }
      </Loaded>
      {shown !== null && <WebhookMessages webhook={shown} onClose={() => setShown(null)} />}
    </>
  );
}
