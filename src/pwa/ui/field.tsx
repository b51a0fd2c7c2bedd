import { type ComponentProps, type InvalidEvent, useId } from 'react';
import { useWords } from '../words/words.tsx';

/** A labelled line of text, with a hint that belongs to it. What is wrong with it is said in the language of the screen, not in that of the browser. */
export function Field({
  label,
  hint,
  className = '',
  ...props
}: ComponentProps<'input'> & { readonly label: string; readonly hint?: string }) {
  const id = useId();
  const { common } = useWords();
  const explain = ({ currentTarget: field }: InvalidEvent<HTMLInputElement>) => {
    field.setCustomValidity('');
    if (!field.validity.valid) field.setCustomValidity(field.validity.valueMissing ? common.fieldMissing : common.fieldWrong);
  };
  return (
    <div className={`grid gap-1 ${className}`}>
      <label htmlFor={id} className="text-label font-medium text-neutral-11">
        {label}
      </label>
      <input
        id={id}
        autoComplete="off"
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onInvalid={explain}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
        {...props}
        className="min-h-12 w-full rounded-button border border-neutral-8 bg-neutral-2 px-3 text-neutral-12 placeholder:text-neutral-9"
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-label text-neutral-9">
          {hint}
        </p>
      )}
    </div>
  );
}
