import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** Shows a secret once, with a button to copy it, until the user confirms. */
export function NewSecret({
  lead,
  secret,
  onSaved,
}: {
  readonly lead: string;
  readonly secret: string;
  readonly onSaved: () => void;
}) {
  const messages = usePageMessages('api-access');
  const [copied, setCopied] = useState<boolean | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  /* It replaces a long form, so that it would begin above the screen. */
  // A block, because newer browsers return a promise, which React would call as a clean-up.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'center' });
  }, []);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-button border-2 border-accent p-3">
      <p role="status">{lead}</p>
      <p className="rounded-button bg-neutral-3 px-3 py-2 font-mono break-all select-all" data-secret>
        {secret}
      </p>
      <div className="flex flex-wrap gap-2">
        {'clipboard' in navigator && (
          <Button onClick={() => void copy()}>
            <Copy aria-hidden strokeWidth={1.75} size={18} />
            {messages.copy}
          </Button>
        )}
        <Button variant="quiet" className="wrap-anywhere" onClick={onSaved}>
          {messages.keep}
        </Button>
      </div>
      {copied !== null && (
        <Notice tone={copied ? 'done' : 'attention'}>{copied ? messages.copied : messages.notCopied}</Notice>
      )}
    </div>
  );
}
