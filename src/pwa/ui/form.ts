import type { SubmitEvent } from 'react';

/** Handles the submission of a form without reloading the page. */
export function submitted(use: (form: FormData) => void): (event: SubmitEvent<HTMLFormElement>) => void {
  return (event) => {
    event.preventDefault();
    use(new FormData(event.currentTarget));
  };
}

/** The trimmed text of a form field. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
