import { useQuery } from '@tanstack/react-query';
import type { OtherManagerPin } from '../../contract/access/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { peopleQuery, sessionQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { ManagerPinField } from './manager-pin-field.tsx';

interface ChangeFailureProps {
  readonly change: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly variables: { readonly approval?: OtherManagerPin | undefined } | undefined;
  };
  /** Sends the same change with the PIN of another manager. */
  readonly onPin: (approval: OtherManagerPin) => void;
}

/**
 * Shows why a change was refused. If another manager has to agree, that manager enters the PIN
 * here.
 */
export function ChangeFailure({ change: { error, isPending, variables }, onPin }: ChangeFailureProps) {
  const failure = failureOrNull(error);
  const { approval } = variables ?? {};
  const isRequired = failure?.kind === 'problem' && failure.code === 'other-manager';
  const needsOtherManager = isRequired || (approval !== undefined && (isPending || failure !== null));
  return (
    <>
      <FailureNotice failure={failure} />
      {needsOtherManager && <OtherManager checking={isPending ? (approval?.pin ?? null) : null} onPin={onPin} />}
    </>
  );
}

function OtherManager({ checking, onPin }: { readonly checking: string | null } & Pick<ChangeFailureProps, 'onPin'>) {
  const messages = usePageMessages('approval');
  const { data: people } = useQuery(peopleQuery);
  const { data: session } = useQuery(sessionQuery);
  const otherManagers = (people ?? []).filter(({ id, role }) => role === 'manager' && id !== session?.person.id);
  if (people === undefined) return null;
  if (otherManagers.length === 0) return <Notice tone="attention">{messages.noOtherManager}</Notice>;
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
      <ManagerPinField managers={otherManagers} checking={checking} onPin={onPin} />
    </div>
  );
}
