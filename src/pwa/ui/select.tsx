import { type ComponentProps, type ReactNode, useId } from 'react';

/** The place of the label: above as in a form, in the same row, or only for screen readers. */
const LABEL = {
  above: { frame: 'grid gap-1', label: 'text-label font-medium text-neutral-11' },
  beside: { frame: 'flex items-center gap-2', label: 'font-medium break-keep' },
  hidden: { frame: 'flex items-center', label: 'spoken' },
} as const;

const VARIANTS = {
  field:
    'min-h-12 w-full rounded-button border border-neutral-8 bg-neutral-2 px-3 text-body text-neutral-12 ' +
    'disabled:cursor-not-allowed disabled:bg-neutral-3 disabled:text-neutral-9',
  /** On a coloured background. */
  bare: 'h-12 flex-1 bg-transparent pr-2',
} as const;

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly label: string;
  readonly labelled?: keyof typeof LABEL;
  readonly look?: keyof typeof VARIANTS;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly onChoose?: (value: string) => void;
}

export function Select({
  label,
  labelled = 'above',
  look = 'field',
  hint,
  icon,
  onChoose,
  className = '',
  children,
  ...props
}: SelectProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${LABEL[labelled].frame} ${className}`}>
      <label htmlFor={id} className={LABEL[labelled].label}>
        {label}
      </label>
      {icon}
      <select
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...props}
        onChange={onChoose && ((event) => onChoose(event.target.value))}
        className={`min-w-0 ${VARIANTS[look]}`}
      >
        {children}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-label text-neutral-9">
          {hint}
        </p>
      )}
    </div>
  );
}
