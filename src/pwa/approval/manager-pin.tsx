import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApprovableOperation } from '../../contract/access/approval.ts';
import type { OtherManagerPin } from '../../contract/access/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { peopleQuery, sessionQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';
import { AskManagers } from './ask-managers.tsx';
import { rememberApprover } from './last-approver.ts';
import { ManagerPinField } from './manager-pin-field.tsx';
import { type AboutVoucher, RequestFacts, requestFactsOf } from './request-facts.tsx';

interface ManagerPinProps {
  readonly id: string;
  readonly wish: ApprovableOperation;
  readonly about?: AboutVoucher;
  /** The request can be sent now. */
  readonly onApproved: () => void;
  readonly autoFocus?: boolean;
}

/** A manager approves one request with the PIN, at the requester's till. */
export function ManagerPin({ id, wish, about, onApproved, autoFocus = true }: ManagerPinProps) {
  const words = usePageWords('approval');
  const { data: people } = useQuery(peopleQuery);
  const managers = (people ?? []).filter(({ role }) => role === 'manager');
  const { data: session } = useQuery(sessionQuery);
  const hasOthers = managers.some((one) => one.id !== session?.person.id);
  const approve = useMutation({
    mutationFn: (body: OtherManagerPin) => call('putApproval', { params: { id }, body: { ...body, wish } }),
    onSuccess(_, { personId }) {
      rememberApprover(personId);
      onApproved();
    },
  });
  if (people !== undefined && managers.length === 0) return <Notice tone="attention">{words.nobody}</Notice>;
  return (
    <div className="grid max-w-96 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <RequestFacts {...requestFactsOf(wish, about)} />
      </div>
      <ManagerPinField
        managers={managers}
        checking={approve.isPending ? approve.variables.pin : null}
        onPin={approve.mutate}
        autoFocus={autoFocus}
      />
      <FailureNotice failure={failureOrNull(approve.error)} />
      {hasOthers && <AskManagers id={id} wish={wish} onApproved={onApproved} />}
    </div>
  );
}
