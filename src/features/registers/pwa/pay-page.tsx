import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { type PayLink, readPayLink } from '../contract/register.ts';
import { openLink } from './store-sale.ts';
import { leaveFor } from './use-go-back.ts';

/** Opens a register's link: shows its sale, or explains the refusal. */
export function PayPage() {
  const messages = usePageMessages('registers');
  const { currency } = useShop();
  const [read] = useState(() => readPayLink(location.search, currency));
  return (
    <Page title={messages.title}>
      {'fault' in read ? <Refused reason={messages.faults[read.fault]} /> : <Opening link={read.link} />}
    </Page>
  );
}

function Opening({ link }: { readonly link: PayLink }) {
  const messages = usePageMessages('registers');
  const { common } = useMessages();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await openLink(link);
      leaveFor.go(ADDRESSES.redeem);
    },
  });
  useEffect(() => mutate(), [mutate]);
  if (isProblem(error, 'register-not-listed'))
    return <Refused reason={messages.notListed(new URL(link.returnUrl).origin)} />;
  if (isProblem(error, 'link-not-signed')) return <Refused reason={messages.faults.signature} />;
  if (error === null) return <p role="status">{messages.opening}</p>;
  return (
    <div className="grid justify-items-start gap-4">
      <FailureNotice failure={failureOrNull(error)} />
      <Button variant="main" disabled={isPending} onClick={() => mutate()}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

function Refused({ reason }: { readonly reason: string }) {
  const messages = usePageMessages('registers');
  return (
    <div className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-section font-semibold">{messages.badLink}</h2>
      <Notice tone="refused">{reason}</Notice>
      <p>{messages.nothingLost}</p>
      <Button variant="main" onClick={() => leaveFor.go(ADDRESSES.redeem)}>
        {messages.toTill}
      </Button>
    </div>
  );
}
