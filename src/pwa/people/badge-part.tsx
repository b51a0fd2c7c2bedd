import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { PersonAdmin } from '../../contract/access/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PaperHead } from '../shell/frame/paper.tsx';
import { Button } from '../ui/button.tsx';
import { QrCode } from '../ui/code-picture.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useMakeBadge, useRevokeBadge } from './use-people.ts';

interface BadgePartProps {
  readonly person: PersonAdmin;
  /** Called with a sentence about the result. */
  readonly onDone: (said: string) => void;
}

/** The badge of a person. A new one is shown only once. */
export function BadgePart({ person, onDone }: BadgePartProps) {
  const words = usePageWords('people');
  const make = useMakeBadge(person.id);
  const revoke = useRevokeBadge(person.id);
  const { name, badge } = person;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-neutral-4 pt-4">
      <h3 className="font-semibold">{words.badge}</h3>
      <p className="text-label text-neutral-9">
        {words.badgeLead} {badge && !make.isSuccess && words.newBadgeLead}
      </p>
      <FailureNotice failure={failureOrNull(make.error ?? revoke.error)} />
      {make.isSuccess ? (
        <NewBadge name={name} code={make.data.code} />
      ) : (
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {badge ? words.newBadge : words.makeBadge}
        </Button>
      )}
      {badge && !make.isSuccess && (
        <Button
          look="danger"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate(undefined, { onSuccess: () => onDone(words.badgeRevoked(name)) })}
        >
          {words.revokeBadge}
        </Button>
      )}
    </div>
  );
}

function NewBadge({ name, code }: { readonly name: string; readonly code: string }) {
  const words = usePageWords('people');
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 text-center">
      <p>{words.badgeOnce}</p>
      <QrCode text={code} label={words.badgeOf(name)} className="w-44 rounded-button" />
      <Button look="main" onClick={() => print()}>
        <Printer aria-hidden strokeWidth={1.75} />
        {words.printBadge}
      </Button>
      {createPortal(
        <section className="receipt hidden">
          <PaperHead className="mb-2" />
          <h1 className="text-section font-semibold wrap-break-word">{name}</h1>
          <QrCode text={code} label={words.badgeOf(name)} className="w-[40mm]" />
        </section>,
        document.body,
      )}
    </div>
  );
}
