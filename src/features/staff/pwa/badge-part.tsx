import { Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { PersonAdmin } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { PrintHead } from '../../../pwa/shell/layout/print-document.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { QrCode } from '../../../pwa/ui/qr-code.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMakeBadge, useRevokeBadge } from './use-people.ts';

interface BadgePartProps {
  readonly person: PersonAdmin;
  /** Called with a sentence about the result. */
  readonly onDone: (said: string) => void;
}

/** The badge of a person. The code of a new badge is shown only once. */
export function BadgePart({ person, onDone }: BadgePartProps) {
  const messages = usePageMessages('staff');
  const make = useMakeBadge(person.id);
  const revoke = useRevokeBadge(person.id);
  const { name, badge } = person;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-neutral-4 pt-4">
      <h3 className="font-semibold">{messages.badge}</h3>
      <p className="text-label text-neutral-9">
        {messages.badgeLead} {badge && !make.isSuccess && messages.newBadgeLead}
      </p>
      <FailureNotice failure={failureOrNull(make.error ?? revoke.error)} />
      {make.isSuccess ? (
        <NewBadge name={name} code={make.data.code} />
      ) : (
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {badge ? messages.newBadge : messages.makeBadge}
        </Button>
      )}
      {badge && !make.isSuccess && (
        <Button
          variant="danger"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate(undefined, { onSuccess: () => onDone(messages.badgeRevoked(name)) })}
        >
          {messages.revokeBadge}
        </Button>
      )}
    </div>
  );
}

function NewBadge({ name, code }: { readonly name: string; readonly code: string }) {
  const messages = usePageMessages('staff');
  const ref = useRef<HTMLDivElement>(null);
  /* It is shown only once, so that it must not be below the edge of the dialog. */
  // A block, because newer browsers return a promise, which React would call as a clean-up.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'end' });
  }, []);
  return (
    <div ref={ref} role="status" className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 text-center">
      <p>{messages.badgeOnce}</p>
      <QrCode text={code} label={messages.badgeOf(name)} className="w-44 rounded-button" />
      <Button variant="main" onClick={() => print()}>
        <Printer aria-hidden strokeWidth={1.75} />
        {messages.printBadge}
      </Button>
      {createPortal(
        <section className="receipt hidden">
          <PrintHead className="mb-2" />
          <h1 className="text-section font-semibold wrap-break-word">{name}</h1>
          <QrCode text={code} label={messages.badgeOf(name)} className="w-[40mm]" />
        </section>,
        document.body,
      )}
    </div>
  );
}
