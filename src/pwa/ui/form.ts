import type { SubmitEvent } from 'react';

/** Handles a form's submission with what was typed, and keeps it on the screen. */
export function submitted(use: (form: FormData) => void): (event: SubmitEvent<HTMLFormElement>) => void {
  return (event) => {
    event.preventDefault();
    use(new FormData(event.currentTarget));
  };
}

/** The text of a field of a form, without the spaces around it. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
