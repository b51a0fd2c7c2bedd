import type { ReactNode } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import { Field } from '../ui/field.tsx';
import { Keypad } from '../ui/keypad.tsx';
import { PIN_KEYS, usePin } from './use-pin.ts';

interface PinPadProps {
  readonly label: string;
  readonly hint?: string;
  /** The PIN that is being checked, or null. */
  readonly checking?: string | null;
  /** Receives the PIN after its last digit. Without it, a form sends the field `pin`. */
  readonly onPin?: (pin: string) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** Shown above the field. */
  readonly children?: ReactNode;
}

/** A PIN field with a keypad for tills without a keyboard, next to it if there is space. */
export function PinPad({ label, hint, checking = null, onPin, disabled = false, children, ...field }: PinPadProps) {
  const { value, type, press } = usePin(checking, onPin);
  return (
    <div className="@container w-full">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @md:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {children}
          <Field
            label={label}
            {...(hint !== undefined && { hint })}
            {...field}
            name="pin"
            value={value}
            onChange={(event) => type(event.target.value)}
            type="password"
            inputMode="none"
            pattern="[0-9]{6}"
            maxLength={LIMITS.pinDigits}
            disabled={disabled}
          />
        </div>
        <Keypad keys={PIN_KEYS} disabled={disabled || checking !== null} onKey={press} />
      </div>
    </div>
  );
}
