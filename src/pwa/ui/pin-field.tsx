import { LIMITS } from '../../contract/access/limits.ts';
import { Field } from './field.tsx';

interface PinFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly name?: string;
}

export function PinField({ name = 'pin', ...words }: PinFieldProps) {
  return (
    <Field
      {...words}
      name={name}
      type="password"
      inputMode="numeric"
      pattern="[0-9]{6}"
      maxLength={LIMITS.pinDigits}
      autoComplete="new-password"
      required
    />
  );
}
