import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { leaveFor } from '../../../pwa/redeem/link/use-go-back.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { type PayLink, readPayLink } from '../contract/register.ts';
import { openLink } from './keep-sale.ts';

/** Opens a register's link: shows its sale, or explains the refusal. */
export function PayPage() {
  const words = usePageWords('registers');
  const { currency } = useShop();
  const [read] = useState(() => readPayLink(location.search, currency));
  return (
    <Page title={words.title}>
      {'fault' in read ? <Refused reason={words.faults[read.fault]} /> : <Opening link={read.link} />}
    </Page>
  );
}

function Opening({ link }: { readonly link: PayLink }) {
  const words = usePageWords('registers');
  const { common } = useWords();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await openLink(link);
      leaveFor.go(ADDRESSES.redeem);
    },
  });
  useEffect(() => mutate(), [mutate]);
  if (isProblem(error, 'register-not-listed'))
    return <Refused reason={words.notListed(new URL(link.returnUrl).origin)} />;
  if (isProblem(error, 'link-not-signed')) return <Refused reason={words.faults.signature} />;
  if (error === null) return <p role="status">{words.opening}</p>;
  return (
    <div className="grid justify-items-start gap-4">
      <FailureNotice failure={failureOrNull(error)} />
      <Button look="main" disabled={isPending} onClick={() => mutate()}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

function Refused({ reason }: { readonly reason: string }) {
  const words = usePageWords('registers');
  return (
    <div className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-section font-semibold">{words.badLink}</h2>
      <Notice tone="refused">{reason}</Notice>
      <p>{words.nothingLost}</p>
      <Button look="main" onClick={() => leaveFor.go(ADDRESSES.redeem)}>
        {words.toTill}
      </Button>
    </div>
  );
}
