import type { ComponentProps, ReactNode } from 'react';

/**
 * A radio button with a large touch area.
 *
 * `name` groups it with the others.
 */
export function Choice({
  children,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { readonly children: ReactNode }) {
  return (
    <label className="relative flex min-h-12 items-center gap-3 px-3 py-2">
      <input
        type="radio"
        {...props}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-button border border-neutral-8 checked:border-2 checked:border-accent disabled:cursor-not-allowed disabled:border-neutral-4"
      />
      <span
        aria-hidden
        className="pointer-events-none size-5 shrink-0 rounded-full border-2 border-neutral-8 peer-checked:border-6 peer-checked:border-accent peer-disabled:border-neutral-6"
      />
      <span className="pointer-events-none min-w-0 flex-1 wrap-anywhere peer-disabled:text-neutral-9">{children}</span>
    </label>
  );
}
