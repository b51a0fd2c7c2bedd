import { type ChangeEvent, useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import type { OtherManagerPin, Person } from '../../contract/access/people.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { usePageWords } from '../words/page-words.ts';
import { lastApprover } from './last-approver.ts';

interface ManagerPinFieldProps {
  readonly managers: readonly Person[];
  /** The PIN that is being checked, or null. */
  readonly checking: string | null;
  readonly onPin: (typed: OtherManagerPin) => void;
  readonly autoFocus?: boolean;
}

/** Asks for a manager and the PIN. The sixth digit submits it, as on the lock screen. */
export function ManagerPinField({ managers, checking, onPin, autoFocus = true }: ManagerPinFieldProps) {
  const words = usePageWords('approval');
  const [chosen, setChosen] = useState(lastApprover);
  const [pin, setPin] = useState('');
  const manager = managers.find(({ id }) => id === chosen) ?? managers[0];
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (checking !== null || manager === undefined) return;
    const digits = target.value.replace(/\D/g, '').slice(0, LIMITS.pinDigits);
    /* Cleared before the answer arrives, so that a PIN never stays on the screen. */
    setPin(digits.length === LIMITS.pinDigits ? '' : digits);
    if (digits.length === LIMITS.pinDigits) onPin({ personId: manager.id, pin: digits });
  };
  return (
    <>
      {managers.length > 1 && (
        <Select label={words.manager} value={manager?.id} onChoose={setChosen}>
          {managers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Field
        label={managers.length === 1 && manager !== undefined ? words.pinOf(manager.name) : words.managerPin}
        hint={checking === null ? words.sixth : words.checking}
        value={checking ?? pin}
        onChange={type}
        type="password"
        inputMode="numeric"
        maxLength={LIMITS.pinDigits}
        autoFocus={autoFocus}
      />
    </>
  );
}
