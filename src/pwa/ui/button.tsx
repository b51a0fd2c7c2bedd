import type { ComponentProps } from 'react';

const VARIANTS = {
  /** The primary action of a screen. */
  main:
    'min-h-16 px-[min(1.5rem,5vw)] text-action font-semibold bg-accent text-on-accent ' +
    'not-disabled:not-aria-disabled:hover:bg-accent-strong',
  /** The confirmation of a destructive action. It never looks like the primary action. */
  danger: 'min-h-12 px-4 font-medium bg-refused text-on-refused not-disabled:hover:bg-refused-ink',
  plain: 'min-h-12 px-4 font-medium bg-neutral-3 text-neutral-12 not-disabled:hover:bg-neutral-4',
  quiet: 'min-h-12 px-3 font-medium text-neutral-11 not-disabled:hover:bg-neutral-3',
} as const;

/** The look of a button, for links. */
export function buttonClass(variant: keyof typeof VARIANTS): string {
  return (
    'inline-flex max-w-full min-w-12 items-center justify-center gap-2 rounded-button transition-colors ' +
    'disabled:cursor-not-allowed disabled:bg-neutral-3 disabled:text-neutral-9 ' +
    `aria-disabled:cursor-not-allowed aria-disabled:bg-neutral-3 aria-disabled:text-neutral-9 ${VARIANTS[variant]}`
  );
}

/** A button of at least 48 px; `main` is used once per screen. */
export function Button({
  variant = 'plain',
  className = '',
  ...props
}: ComponentProps<'button'> & { readonly variant?: keyof typeof VARIANTS }) {
  return <button type="button" {...props} className={`${buttonClass(variant)} ${className}`} />;
}
