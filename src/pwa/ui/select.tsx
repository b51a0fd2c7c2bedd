import type { ComponentProps, ReactNode } from 'react';

/** A labelled choice from a list. */
export function Select({
  label,
  children,
  className = '',
  ...props
}: ComponentProps<'select'> & { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={`grid min-w-0 gap-1 text-label font-medium text-neutral-11 ${className}`}>
      {label}
      <select
        {...props}
        className="min-h-12 w-full min-w-0 rounded-button border border-neutral-8 bg-neutral-2 px-3 text-body text-neutral-12"
      >
        {children}
      </select>
    </label>
  );
}
