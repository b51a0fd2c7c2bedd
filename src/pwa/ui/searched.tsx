import { type ReactNode, useState } from 'react';
import { useMessages } from '../words/words.tsx';
import { Field } from './field.tsx';
import { SEARCHED_FROM } from './limits.ts';

interface SearchedProps<T> {
  readonly things: readonly T[];
  readonly nameOf: (thing: T) => string;
  /** Next to the field. */
  readonly tools?: ReactNode;
  readonly children: (found: readonly T[]) => ReactNode;
}

/** A list. If it is long, a field above it finds things by a part of their names. */
export function Searched<T>({ things, nameOf, tools, children }: SearchedProps<T>) {
  const { common } = useMessages();
  const [part, setPart] = useState('');
  if (things.length < SEARCHED_FROM) {
    return (
      <>
        {tools}
        {children(things)}
      </>
    );
  }
  const wanted = part.trim().toLocaleLowerCase();
  const found = things.filter((thing) => nameOf(thing).toLocaleLowerCase().includes(wanted));
  return (
    <>
      <div className="screen-only flex flex-wrap items-end gap-3">
        <Field
          type="search"
          className="w-96 max-w-full"
          label={common.search}
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
        {tools}
      </div>
      {found.length === 0 ? <p role="status">{common.noneFound}</p> : children(found)}
    </>
  );
}
