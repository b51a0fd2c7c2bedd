import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import type { ApprovedWish } from '../../contract/approval.ts';
import { LIMITS } from '../../contract/limits.ts';
import { failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { peopleQuery, sessionQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { usePageWords } from '../words/page-words.ts';
import { AskManagers } from './ask-managers.tsx';
import { lastApprover, rememberApprover } from './last-approver.ts';
import { type AboutVoucher, RequestFacts, requestFactsOf } from './request-facts.tsx';

interface ManagerPinProps {
  readonly id: string;
  readonly wish: ApprovedWish;
  readonly about?: AboutVoucher;
  /** The wish can be sent now. */
  readonly onApproved: () => void;
  readonly autoFocus?: boolean;
}

/**
 * A manager approves one wish with the PIN, at the till of whoever asks.
 *
 * The sixth digit approves, as it signs in on a locked till.
 */
export function ManagerPin({ id, wish, about, onApproved, autoFocus = true }: ManagerPinProps) {
  const words = usePageWords('approval');
  const { data: people } = useQuery(peopleQuery);
  const managers = (people ?? []).filter(({ role }) => role === 'manager');
  const { data: session } = useQuery(sessionQuery);
  const hasOthers = managers.some((one) => one.id !== session?.person.id);
  const [chosen, setChosen] = useState(lastApprover);
  const [pin, setPin] = useState('');
  const manager = managers.find((one) => one.id === chosen) ?? managers[0];
  const approve = useMutation({
    mutationFn: (body: { personId: string; pin: string }) =>
      call('putApproval', { params: { id }, body: { ...body, wish } }),
    onSuccess(_, { personId }) {
      rememberApprover(personId);
      onApproved();
    },
  });
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (approve.isPending || manager === undefined) return;
    const digits = target.value.replace(/\D/g, '').slice(0, LIMITS.pinDigits);
    /* Emptied before the answer, so that a PIN never stays on the screen. */
    setPin(digits.length === LIMITS.pinDigits ? '' : digits);
    if (digits.length === LIMITS.pinDigits) approve.mutate({ personId: manager.id, pin: digits });
  };
  if (people !== undefined && manager === undefined) return <Notice tone="attention">{words.nobody}</Notice>;
  return (
    <div className="grid max-w-96 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <RequestFacts {...requestFactsOf(wish, about)} />
      </div>
      {managers.length > 1 && (
        <Select label={words.manager} value={manager?.id} onChoose={setChosen}>
          {managers.map(({ id: personId, name }) => (
            <option key={personId} value={personId}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Field
        label={managers.length === 1 && manager !== undefined ? words.pinOf(manager.name) : words.managerPin}
        hint={approve.isPending ? words.checking : words.sixth}
        value={approve.isPending ? approve.variables.pin : pin}
        onChange={type}
        type="password"
        inputMode="numeric"
        maxLength={LIMITS.pinDigits}
        autoFocus={autoFocus}
      />
      <FailureNotice failure={failureOrNull(approve.error)} />
      {hasOthers && <AskManagers id={id} wish={wish} onApproved={onApproved} />}
    </div>
  );
}
