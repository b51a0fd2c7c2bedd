import { type ComponentProps, type InvalidEvent, useId } from 'react';
import { useWords } from '../words/words.tsx';

const LOOK =
  'w-full rounded-button border border-neutral-8 bg-neutral-2 px-3 text-neutral-12 placeholder:text-neutral-9';

/**
 * A labelled line of text, with a hint that belongs to it.
 *
 * What is wrong with it is said in the language of the screen, not in that of the browser.
 */
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
    if (!field.validity.valid)
      field.setCustomValidity(field.validity.valueMissing ? common.fieldMissing : common.fieldWrong);
  };
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-1 ${className}`}>
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
        className={`min-h-12 ${LOOK}`}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-label text-neutral-9">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Several labelled lines of text, with a hint that belongs to them. */
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
      <textarea id={id} autoComplete="off" aria-describedby={`${id}-hint`} {...props} className={`py-2 ${LOOK}`} />
      <p id={`${id}-hint`} className="text-label text-neutral-9">
        {hint}
      </p>
    </div>
  );
}
