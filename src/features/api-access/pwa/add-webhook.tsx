import { useState } from 'react';
import { NEWS } from '../../../contract/platform/news.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useAddWebhook } from './use-connections.ts';

/** @param onSecret receives the signing secret, which the server returns only once */
export function AddWebhook({ onSecret }: { readonly onSecret: (secret: string) => void }) {
  const { webhooks: messages } = usePageMessages('api-access');
  const add = useAddWebhook();
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((form) => {
    const news = NEWS.filter((one) => form.getAll('news').includes(one));
    setOdd(news.length === 0);
    if (news.length > 0) add.mutate({ url: text(form, 'url'), news }, { onSuccess: ({ secret }) => onSecret(secret) });
  });
  return (
    <form aria-label={messages.add} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <h3 className="font-semibold">{messages.add}</h3>
      <Field label={messages.url} hint={messages.urlHint} name="url" inputMode="url" required />
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-1 text-label font-medium text-neutral-11">{messages.tell}</legend>
        {NEWS.map((one) => (
          <Tick key={one} name="news" value={one} defaultChecked>
            {messages.news[one]}
          </Tick>
        ))}
      </fieldset>
      {isOdd && <Notice tone="attention">{messages.noNews}</Notice>}
      <FailureNotice failure={failureOrNull(add.error)} />
      <Button type="submit" className="justify-self-start" disabled={add.isPending}>
        {messages.add}
      </Button>
    </form>
  );
}
