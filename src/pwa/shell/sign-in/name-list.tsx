import { UserRound } from 'lucide-react';

export interface NameListProps {
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly detail: string;
    readonly onChoose?: () => void;
  }[];
  /** A field for searching is above the list. */
  readonly isSearched?: boolean;
}

/** Two columns for more people than fit a screen in one; the field for searching has its space. */
export const PEOPLE_CLASS =
  'people grid grid-cols-[minmax(0,1fr)] gap-3 tablet:has-[>:nth-child(9)]:grid-cols-2 has-[>:nth-child(13)]:pt-22';

/** The people who may sign in. */
export function NameList({ people, isSearched = false }: NameListProps) {
  return (
    <ul className={`${PEOPLE_CLASS} ${isSearched ? 'pt-22' : ''}`}>
      {people.map(({ id, name, detail, onChoose }) => (
        <li key={id}>
          <button
            type="button"
            onClick={onChoose}
            className="card flex min-h-18 w-full items-center gap-4 px-4 py-2 text-left transition-colors hover:bg-neutral-3"
          >
            <UserRound aria-hidden strokeWidth={1.75} className="shrink-0 text-neutral-9" />
            <span className="min-w-0 flex-1">
              <span translate="no" className="block text-section font-medium wrap-anywhere">
                {name}
              </span>
              <span className="block text-label text-neutral-9 tabular-nums">{detail}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
