import { type ReactNode, useState } from 'react';
import type { OtherManagerPin, Person } from '../../contract/access/people.ts';
import { PinPad } from '../shell/pin-pad.tsx';
import { Select } from '../ui/select.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { lastApprover } from './last-approver.ts';

interface ManagerPinFieldProps {
  readonly managers: readonly Person[];
  /** The PIN that is being checked, or null. */
  readonly checking: string | null;
  readonly onPin: (typed: OtherManagerPin) => void;
  readonly autoFocus?: boolean;
  /** Shown above the fields. */
  readonly children?: ReactNode;
}

/** Asks for a manager and the PIN. The sixth digit submits it, as on the lock screen. */
export function ManagerPinField({ managers, checking, onPin, autoFocus = true, children }: ManagerPinFieldProps) {
  const messages = usePageMessages('approval');
  const [chosen, setChosen] = useState(lastApprover);
  const manager = managers.find(({ id }) => id === chosen) ?? managers[0];
  return (
    <PinPad
      label={managers.length === 1 && manager !== undefined ? messages.pinOf(manager.name) : messages.managerPin}
      hint={checking === null ? messages.sixth : messages.checking}
      checking={checking}
      onPin={(pin) => manager !== undefined && onPin({ personId: manager.id, pin })}
      autoFocus={autoFocus}
    >
      {children}
      {managers.length > 1 && (
        <Select label={messages.manager} value={manager?.id} onChoose={setChosen}>
          {managers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </PinPad>
  );
}
