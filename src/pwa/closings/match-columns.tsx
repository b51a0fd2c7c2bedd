import { useState } from 'react';
import { COLUMN_KINDS, columnPlaceOf, type ListColumns, listColumnsSchema } from '../../contract/match/columns.ts';
import { Button } from '../ui/button.tsx';
import { submitted, text } from '../ui/form.ts';
import { Select } from '../ui/select.tsx';
import { Tick } from '../ui/tick.tsx';
import { usePageWords } from '../words/page-words.ts';
import type { Matching, NamedList } from './use-match.ts';

interface MatchColumnsProps {
  readonly list: NamedList;
  /** What could be recognised, or what was said before. */
  readonly columns: Partial<ListColumns>;
  readonly onUse: Matching['use'];
  readonly onStop: () => void;
}

/** Says by an example what each column of a list is. */
export function MatchColumns({ list, columns, onUse, onStop }: MatchColumnsProps) {
  const { match: words } = usePageWords('closings');
  const [amount, setAmount] = useState(placeText(columns.amount, list.header));
  const submit = submitted((form) => {
    const chosen = listColumnsSchema.safeParse({
      ...Object.fromEntries(
        COLUMN_KINDS.flatMap((kind) => {
          const place = text(form, kind);
          return place === '' ? [] : [[kind, columnAt(Number(place), list.header)]];
        }),
      ),
      minor: text(form, 'minor') === 'yes',
    });
    if (chosen.success) onUse(list, chosen.data);
  });
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" onSubmit={submit}>
      <h2 className="text-section font-semibold">{words.columnsTitle}</h2>
      <p className="max-w-prose text-neutral-9">{words.columnsLead}</p>
      <div className="grid gap-4 tablet:grid-cols-2">
        {COLUMN_KINDS.map((kind) => (
          <Select
            key={kind}
            label={words.columns[kind]}
            name={kind}
            required={kind === 'amount'}
            {...(kind === 'amount'
              ? { value: amount, onChoose: setAmount }
              : { defaultValue: placeText(columns[kind], list.header) })}
          >
            <option value="">{words.notIn}</option>
            {list.header.map((name, place) => (
              <option key={place} value={place}>
                {exampleOf(list, name, place)}
              </option>
            ))}
          </Select>
        ))}
      </div>
      <Tick name="minor" value="yes" defaultChecked={columns.minor === true}>
        {words.minor}
      </Tick>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={amount === ''}>
          {words.use}
        </Button>
        <Button look="quiet" onClick={onStop}>
          {words.another}
        </Button>
      </div>
    </form>
  );
}

function placeText(column: string | number | undefined, header: readonly string[]): string {
  const place = column === undefined ? null : columnPlaceOf(column, header);
  return place === null ? '' : String(place);
}

/** A name that only one column has is what is remembered; its place otherwise. */
function columnAt(place: number, header: readonly string[]): string | number {
  const name = header[place] ?? '';
  return name !== '' && header.indexOf(name) === header.lastIndexOf(name) ? name : place;
}

/** The name above a column and the first thing that stands under it. */
function exampleOf({ lines }: NamedList, name: string, place: number): string {
  const example = lines.find(({ cells }) => (cells[place] ?? '') !== '')?.cells[place] ?? '';
  return [name || `${place + 1}`, example.slice(0, 30)].filter(Boolean).join(': ');
}
