import { LIMITS } from '../../contract/limits.ts';
import { Field } from './field.tsx';

/** A new PIN, typed where nobody reads along. */
export function PinField({ label, hint }: { readonly label: string; readonly hint: string }) {
  return (
    <Field
      label={label}
      hint={hint}
      name="pin"
      type="password"
      inputMode="numeric"
      pattern="[0-9]{6}"
      maxLength={LIMITS.pinDigits}
      autoComplete="new-password"
      required
    />
  );
}
