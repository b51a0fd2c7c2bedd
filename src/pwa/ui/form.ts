import type { SubmitEvent } from 'react';

/** Handles the submission of a form without reloading the page. */
export function submitted(use: (form: FormData) => void): (event: SubmitEvent<HTMLFormElement>) => void {
  return (event) => {
    event.preventDefault();
    use(new FormData(event.currentTarget));
  };
}

/** As {@link submitted}, with the values of disabled fields, which browsers leave out. */
export function submittedWithLocked(use: (form: FormData) => void): (event: SubmitEvent<HTMLFormElement>) => void {
  return (event) => {
    const form = event.currentTarget;
    const disabled = [...form.querySelectorAll<HTMLFieldSetElement>('fieldset[disabled]')];
    for (const fieldset of disabled) fieldset.disabled = false;
    submitted(use)(event);
    for (const fieldset of disabled) fieldset.disabled = true;
  };
}

/** The trimmed text of a form field. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
