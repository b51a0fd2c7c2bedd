import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** A checkbox with a large touch area. */
export function Tick({
  children,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { readonly children: ReactNode }) {
  return (
    <label className="relative flex min-h-12 items-center gap-3 px-3 py-2">
      <input
        type="checkbox"
        {...props}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-button border border-neutral-8 checked:border-2 checked:border-accent disabled:cursor-not-allowed disabled:border-neutral-4"
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-6 shrink-0 place-content-center rounded-[0.375rem] border-2 border-neutral-8 text-transparent peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent peer-disabled:opacity-50"
      >
        <Check strokeWidth={3} size={16} />
      </span>
      <span className="pointer-events-none min-w-0 flex-1 wrap-anywhere peer-disabled:text-neutral-9">{children}</span>
    </label>
  );
}
