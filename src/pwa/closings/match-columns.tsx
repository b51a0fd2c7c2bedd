import { useState } from 'react';
import {
  areConfirmed,
  COLUMN_KINDS,
  columnNameOf,
  columnPlaceOf,
  LINE_TYPES,
  type LineType,
  type ListColumns,
  valuesIn,
} from '../../contract/match/columns.ts';
import { proposeReading } from '../../contract/match/propose-columns.ts';
import { Button } from '../ui/button.tsx';
import { submitted } from '../ui/form.ts';
import { Select } from '../ui/select.tsx';
import { Tick } from '../ui/tick.tsx';
import { usePageWords } from '../words/page-words.ts';
import { MatchPreview } from './match-preview.tsx';
import { type ListBesideOurs, type Matching, useShopTerms } from './use-match.ts';

interface MatchColumnsProps {
  readonly list: ListBesideOurs;
  /** What could be recognised, or what was said before. */
  readonly columns: Partial<ListColumns>;
  readonly onUse: Matching['use'];
  readonly onStop: () => void;
}

interface PartProps {
  readonly list: ListBesideOurs;
  readonly columns: Partial<ListColumns>;
  readonly onChange: (columns: Partial<ListColumns>) => void;
}

/** Confirms by an example what each column of a list is, and how its values are read. */
export function MatchColumns({ list, columns: proposed, onUse, onStop }: MatchColumnsProps) {
  const { match: words } = usePageWords('closings');
  const [columns, setColumns] = useState(proposed);
  const part = { list, columns, onChange: setColumns };
  const isConfirmed = areConfirmed(columns, list.header, list.lines);
  return (
    <form
      className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6"
      onSubmit={submitted(() => isConfirmed && onUse(list, columns))}
    >
      <h2 className="text-section font-semibold">{words.columnsTitle}</h2>
      <p className="max-w-prose text-neutral-9">{words.columnsLead}</p>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Columns {...part} />
        <Formats {...part} />
        <OwnShop {...part} />
        <Types {...part} />
      </div>
      <Tick
        checked={columns.minor === true}
        onChange={({ currentTarget }) => setColumns({ ...columns, minor: currentTarget.checked })}
      >
        {words.minor}
      </Tick>
      <MatchPreview list={list} columns={columns} />
      {!isConfirmed && <p className="font-medium">{words.notConfirmed}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isConfirmed}>
          {words.use}
        </Button>
        <Button look="quiet" onClick={onStop}>
          {words.another}
        </Button>
      </div>
    </form>
  );
}

/** What follows from a column is proposed anew once it is another. */
function Columns({ list, columns, onChange }: PartProps) {
  const { match: words } = usePageWords('closings');
  const shop = useShopTerms();
  const choose = (kind: (typeof COLUMN_KINDS)[number], place: string) => {
    const { [kind]: _old, decimal, dates, types, shopValue, ...rest } = columns;
    const chosen = { ...rest, ...(place !== '' && { [kind]: columnNameOf(Number(place), list.header) }) };
    onChange({
      ...proposeReading(chosen, list.header, list.lines, { ...shop, ...list }),
      ...(kind !== 'amount' && decimal && { decimal }),
      ...(kind !== 'at' && dates && { dates }),
      ...(kind !== 'type' && types && { types }),
      ...(kind !== 'shop' && shopValue !== undefined && { shopValue }),
      ...chosen,
    });
  };
  return COLUMN_KINDS.map((kind) => (
    <Select
      key={kind}
      label={words.columns[kind]}
      name={kind}
      required={kind === 'amount'}
      value={placeText(columns[kind], list.header)}
      onChoose={(place) => choose(kind, place)}
    >
      <option value="">{words.notIn}</option>
      {list.header.map((name, place) => (
        <option key={place} value={place}>
          {exampleOf(list, name, place)}
        </option>
      ))}
    </Select>
  ));
}

function Formats({ columns, onChange }: PartProps) {
  const { match: words } = usePageWords('closings');
  const { decimal, dates, ...rest } = columns;
  return (
    <>
      <Select
        label={words.decimal}
        required
        value={decimal ?? ''}
        onChoose={(sign) =>
          onChange({ ...rest, ...(dates && { dates }), ...(sign !== '' && { decimal: sign as '.' | ',' }) })
        }
      >
        <option value="">{words.choose}</option>
        <option value=".">1,234.56</option>
        <option value=",">1.234,56</option>
      </Select>
      {columns.at !== undefined && (
        <Select
          label={words.dates}
          required
          value={dates ?? ''}
          onChoose={(order) =>
            onChange({
              ...rest,
              ...(decimal && { decimal }),
              ...(order !== '' && { dates: order as 'ymd' | 'dmy' | 'mdy' }),
            })
          }
        >
          <option value="">{words.choose}</option>
          <option value="dmy">31.12.2030</option>
          <option value="mdy">12/31/2030</option>
          <option value="ymd">2030-12-31</option>
        </Select>
      )}
    </>
  );
}

/** Which of the shops in a list is this one. */
function OwnShop({ list, columns, onChange }: PartProps) {
  const { match: words } = usePageWords('closings');
  const place = columns.shop === undefined ? null : columnPlaceOf(columns.shop, list.header);
  if (place === null) return null;
  const { shopValue, ...rest } = columns;
  const values = valuesIn(list.lines, place);
  return (
    <Select
      label={words.ownShop}
      required
      value={shopValue === undefined ? '' : String(values.indexOf(shopValue))}
      onChoose={(at) => onChange({ ...rest, ...(at !== '' && { shopValue: values[Number(at)] ?? '' }) })}
    >
      <option value="">{words.choose}</option>
      {values.map((value, at) => (
        <option key={value} value={at}>
          {value || '–'}
        </option>
      ))}
    </Select>
  );
}

/** What each type of line counts as. */
function Types({ list, columns, onChange }: PartProps) {
  const { match: words } = usePageWords('closings');
  const place = columns.type === undefined ? null : columnPlaceOf(columns.type, list.header);
  if (place === null) return null;
  return valuesIn(list.lines, place).map((value) => (
    <Select
      key={value}
      label={words.typeIs(value || '–')}
      value={columns.types?.[value] ?? 'none'}
      onChoose={(type) => onChange({ ...columns, types: { ...columns.types, [value]: type as LineType } })}
    >
      {LINE_TYPES.map((type) => (
        <option key={type} value={type}>
          {words.types[type]}
        </option>
      ))}
    </Select>
  ));
}

function placeText(column: string | number | undefined, header: readonly string[]): string {
  const place = column === undefined ? null : columnPlaceOf(column, header);
  return place === null ? '' : String(place);
}

/** The name above a column and the first thing that stands under it. */
function exampleOf({ lines }: ListBesideOurs, name: string, place: number): string {
  const example = lines.find(({ cells }) => (cells[place] ?? '') !== '')?.cells[place] ?? '';
  return [name || `${place + 1}`, example.slice(0, 30)].filter(Boolean).join(': ');
}
