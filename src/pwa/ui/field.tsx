import { type ComponentProps, type InvalidEvent, useId, useState } from 'react';
import { useMessages } from '../words/words.tsx';

const INPUT_CLASS =
  'w-full rounded-button border border-neutral-8 bg-neutral-2 px-3 text-neutral-12 placeholder:text-neutral-9 ' +
  'disabled:cursor-not-allowed disabled:bg-neutral-3 disabled:text-neutral-9';
const FILE_BUTTON_CLASS = 'file:-ml-3 file:mr-3 file:min-h-12 file:bg-neutral-3 file:px-4 file:font-medium';

/**
 * A labelled text field with a hint.
 *
 * Validation messages use the language of the screen, not of the browser.
 */
export function Field({
  label,
  hint,
  className = '',
  onInput,
  ...props
}: ComponentProps<'input'> & { readonly label: string; readonly hint?: string }) {
  const id = useId();
  const { common } = useMessages();
  const [wrong, setWrong] = useState<string | null>(null);
  /* The browser's own message would use its language, and disappear after a moment. */
  const explain = (event: InvalidEvent<HTMLInputElement>) => {
    const { currentTarget: field } = event;
    event.preventDefault();
    const { valueMissing, customError } = field.validity;
    setWrong(customError ? field.validationMessage : valueMissing ? common.fieldMissing : common.fieldWrong);
    if (field.form?.querySelector('input:invalid, select:invalid, textarea:invalid') === field) field.focus();
  };
  const describedBy = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong === null ? [] : [`${id}-wrong`])];
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-1 ${className}`}>
      <label htmlFor={id} className="text-label font-medium text-neutral-11">
        {label}
      </label>
      <input
        id={id}
        autoComplete="off"
        {...(describedBy.length === 0 ? {} : { 'aria-describedby': describedBy.join(' ') })}
        aria-invalid={wrong !== null}
        onInvalid={explain}
        onInput={(event) => {
          setWrong(null);
          onInput?.(event);
        }}
        // React focuses it before a dialog opens, and sets no attribute that the dialog could use.
        data-autofocus={props.autoFocus}
        {...props}
        className={`min-h-12 ${INPUT_CLASS} ${FILE_BUTTON_CLASS}`}
      />
      {wrong !== null && (
        <p id={`${id}-wrong`} className="text-label font-medium text-refused-ink">
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-label text-neutral-9">
          {hint}
        </p>
      )}
    </div>
  );
}

export function LinesField({
  label,
  hint,
  ...props
}: ComponentProps<'textarea'> & { readonly label: string; readonly hint: string }) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <label htmlFor={id} className="text-label font-medium text-neutral-11">
        {label}
      </label>
      <textarea
        id={id}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        {...props}
        className={`py-2 ${INPUT_CLASS}`}
      />
      <p id={`${id}-hint`} className="text-label text-neutral-9">
        {hint}
      </p>
    </div>
  );
}
