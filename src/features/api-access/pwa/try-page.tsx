import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import guide from '../../../../docs/registers.md?raw';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { WebhookAdmin } from '../contract/webhook.ts';
import { CodeText } from './code-text.tsx';
import { TryApi } from './try-api.tsx';
import { TryFrame } from './try-frame.tsx';
import { TryLink } from './try-link.tsx';
import { webhooksQuery } from './use-connections.ts';
import { WebhookMessages } from './webhook-messages.tsx';

/** The four ways to connect a register, each with its example program from the guide. */
const METHODS: readonly (readonly [
  name: 'link' | 'api' | 'webhooks' | 'frame',
  way: ComponentType,
  program: GuideProgram,
])[] = [
  ['link', TryLink, 'pay-link.mjs'],
  ['api', TryApi, 'redeem.mjs'],
  ['webhooks', TryWebhooks, 'webhook.mjs'],
  ['frame', TryFrame, 'frame.mjs'],
];

/** For managers in training mode: an example register, and its code. */
export function TryPage() {
  const { places } = useMessages();
  const { tryIt: messages } = usePageMessages('api-access');
  return (
    <Page title={messages.title} lead={messages.lead} back={{ href: ADDRESSES.connections, name: places.connections }}>
      {METHODS.map(([name, Method, program]) => (
        <section
          key={name}
          aria-label={messages[name].title}
          className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:grid-cols-2 till:p-6"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
            <h2 className="text-section font-semibold">{messages[name].title}</h2>
            <p className="max-w-prose text-neutral-10">{messages[name].lead}</p>
            <Method />
          </div>
          <details className="min-w-0 self-start">
            <summary className="min-h-12 content-center font-medium">{messages.program(program)}</summary>
            <CodeText>{programOfGuide(program)}</CodeText>
          </details>
        </section>
      ))}
    </Page>
  );
}

type GuideProgram = 'pay-link.mjs' | 'redeem.mjs' | 'webhook.mjs' | 'frame.mjs';

/**
 * Returns a program's text from the guide, so that page and guide always show the same text.
 * @throws Error if the guide lacks it
 */
function programOfGuide(name: GuideProgram): string {
  const start = guide.indexOf(`\`\`\`js\n// ${name}\n`);
  const end = guide.indexOf('\n```', start + 1);
  if (start === -1 || end === -1) throw new Error(`The guide has no ${name}`);
  return guide.slice(start + '```js\n'.length, end);
}

function TryWebhooks() {
  const { tryIt: messages, webhooks: said } = usePageMessages('api-access');
  const webhooks = useQuery(webhooksQuery);
  const [shown, setShown] = useState<WebhookAdmin | null>(null);
  return (
    <>
      <Loaded query={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <p>{messages.webhooks.none}</p>
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
