import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ApprovableOperation } from '../../contract/access/approval.ts';
import type { OtherManagerPin } from '../../contract/access/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { peopleQuery, sessionQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { slotsOf } from '../shell/slots.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { saveLastApprover } from './last-approver.ts';
import { ManagerPinField } from './manager-pin-field.tsx';
import { type AboutVoucher, RequestFacts, requestFactsOf } from './request-facts.tsx';

export interface ManagerPinProps {
  readonly id: string;
  readonly operation: ApprovableOperation;
  readonly about?: AboutVoucher;
  /** The request can be sent now. */
  readonly onApproved: () => void;
  readonly autoFocus?: boolean;
}

/** A manager approves one request with the PIN, at the requester's till. */
export function ManagerPin({ id, operation, about, onApproved, autoFocus = true }: ManagerPinProps) {
  const messages = usePageMessages('approval');
  const { data: people } = useQuery(peopleQuery);
  const { data: session } = useQuery(sessionQuery);
  const all = (people ?? []).filter(({ role }) => role === 'manager');
  const others = all.filter(({ id: one }) => one !== session?.person.id);
  const managers = about?.limit?.way === 'second-person' ? others : all;
  const approve = useMutation({
    mutationFn: (body: OtherManagerPin) => call('putApproval', { params: { id }, body: { ...body, wish: operation } }),
    onSuccess(_, { personId }) {
      saveLastApprover(personId);
      onApproved();
    },
  });
  if (people !== undefined && managers.length === 0)
    return <Notice tone="attention">{all.length === 0 ? messages.nobody : messages.noOtherManager}</Notice>;
  return (
    <div className="grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 text-start">
      <ManagerPinField
        managers={managers}
        checking={approve.isPending ? approve.variables.pin : null}
        onPin={approve.mutate}
        autoFocus={autoFocus}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <RequestFacts {...requestFactsOf(operation, about)} />
        </div>
        <FailureNotice failure={failureOrNull(approve.error)} />
      </ManagerPinField>
      {others.length > 0 && (
        <Suspense>
          {slotsOf('requestApproval').map((RequestApproval, position) => (
            <RequestApproval key={position} id={id} operation={operation} onApproved={onApproved} />
          ))}
        </Suspense>
      )}
    </div>
  );
}
