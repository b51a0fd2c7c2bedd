import { Copy, Mail, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { SentVoucher } from '../contract/issue.ts';
import { useSendVoucher } from './queries.ts';
import { ReleaseForm } from './release-form.tsx';

interface SendDialogProps {
  readonly issueId: string;
  /** Position of the voucher in its issue, from 0. */
  readonly position: number;
  /** True if the voucher was released before, so that a reason is required. */
  readonly isAgain: boolean;
  readonly onClose: () => void;
}

/** Records that the link of a voucher was handed out, and then helps to send it. */
export function SendDialog({ issueId, position, isAgain, onClose }: SendDialogProps) {
  const sell = usePageMessages('selling');
  const { mutate, data, error, isPending, variables } = useSendVoucher(issueId);
  /* One id for all attempts, so that a lost answer does not count as a sending. */
  const [sending] = useState(() => crypto.randomUUID());
  return (
    <Dialog title={sell.sendVoucher(String(position + 1))} onClose={onClose}>
      {data === undefined ? (
        <ReleaseForm
          issueId={issueId}
          isAgain={isAgain}
          lead={isAgain ? sell.sentBefore : sell.sendOnce}
          button={sell.getLink}
          error={error}
          isPending={isPending}
          requested={variables}
          onRelease={(reason) => mutate({ sending, position, ...reason })}
        />
      ) : (
        <SentDetails given={data} />
      )}
    </Dialog>
  );
}

/**
 * The ways to send a link from this device.
 *
 * The PIN must be sent separately from the link that asks for it.
 */
function SentDetails({ given: { link, pin } }: { readonly given: SentVoucher }) {
  const sell = usePageMessages('selling');
  const [copied, setCopied] = useState<boolean | null>(null);
  if (link === null) return <Notice tone="attention">{sell.noLink}</Notice>;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const mail = `mailto:?subject=${encodeURIComponent(sell.mailSubject)}&body=${encodeURIComponent(link)}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="rounded-button bg-neutral-3 px-3 py-2 font-mono break-all select-all">{link}</p>
      {pin !== null && <p>{sell.pinApart(pin)}</p>}
      <div className="grid gap-2">
        {'share' in navigator && <ShareButton link={link} />}
        {'clipboard' in navigator && (
          <Button onClick={() => void copy()}>
            <Copy aria-hidden strokeWidth={1.75} size={18} />
            {sell.copyLink}
          </Button>
        )}
        <a className={buttonClass('plain')} href={mail}>
          <Mail aria-hidden strokeWidth={1.75} size={18} />
          {sell.mail}
        </a>
      </div>
      {copied !== null && <Notice tone={copied ? 'done' : 'attention'}>{copied ? sell.copied : sell.notCopied}</Notice>}
    </div>
  );
}

/** The device's own share dialog. Closing it is not an error. */
function ShareButton({ link }: { readonly link: string }) {
  const sell = usePageMessages('selling');
  const [isRefused, setRefused] = useState(false);
  const share = () =>
    navigator.share({ title: sell.mailSubject, url: link }).catch((error: unknown) => {
      setRefused(!(error instanceof DOMException && error.name === 'AbortError'));
    });
  if (isRefused) return null;
  return (
    <Button variant="main" onClick={() => void share()}>
      <Share2 aria-hidden strokeWidth={1.75} size={18} />
      {sell.share}
    </Button>
  );
}
