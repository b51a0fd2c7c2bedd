import { useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import {
  areConfirmed,
  COLUMN_KINDS,
  type ColumnKind,
  columnIndexOf,
  columnNameOf,
  LINE_TYPES,
  type LineType,
  type ListColumns,
  valuesIn,
} from '../contract/match/columns.ts';
import { proposeReading } from '../contract/match/propose-columns.ts';
import { SHOPS_MAX } from './limits.ts';
import { MatchPreview } from './match-preview.tsx';
import { type ListWithOurs, type Matching, useShopTerms } from './use-match.ts';

interface MatchColumnsProps {
  readonly list: ListWithOurs;
  /** The detected columns, or those chosen before. */
  readonly columns: Partial<ListColumns>;
  readonly onUse: Matching['confirmColumns'];
  readonly onStop: () => void;
}

interface PartProps {
  readonly list: ListWithOurs;
  readonly columns: Partial<ListColumns>;
  readonly onChange: (columns: Partial<ListColumns>) => void;
}

/** Asks the user to confirm the meaning and format of each column, with an example. */
export function MatchColumns({ list, columns: proposed, onUse, onStop }: MatchColumnsProps) {
  const { match: messages } = usePageMessages('closings');
  const [columns, setColumns] = useState(proposed);
  const part = { list, columns, onChange: setColumns };
  const isConfirmed = areConfirmed(columns, list.header, list.lines);
  return (
    <form
      className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6"
      onSubmit={submitted(() => isConfirmed && onUse(list, columns))}
    >
      <h2 className="text-section font-semibold">{messages.columnsTitle}</h2>
      <p className="max-w-prose text-neutral-9">{messages.columnsLead}</p>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Columns {...part} />
        <Formats {...part} />
        <Types {...part} />
      </div>
      <Tick
        checked={columns.minor === true}
        onChange={({ currentTarget }) => setColumns({ ...columns, minor: currentTarget.checked })}
      >
        {messages.minor}
      </Tick>
      <MatchPreview list={list} columns={columns} />
      {columns.at === undefined && list.days.first !== list.days.last && <p>{messages.noDates}</p>}
      {!isConfirmed && <p className="font-medium">{messages.notConfirmed}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="main" disabled={!isConfirmed}>
          {messages.use}
        </Button>
        <Button variant="quiet" onClick={onStop}>
          {messages.another}
        </Button>
      </div>
    </form>
  );
}

/** Choosing another column detects its format again. */
function Columns({ list, columns, onChange }: PartProps) {
  const { match: messages } = usePageMessages('closings');
  const shop = useShopTerms();
  const choose = (kind: ColumnKind, place: string) => {
    const chosen = { ...columns, [kind]: place === '' ? undefined : columnNameOf(Number(place), list.header) };
    const { decimal, dates, types } = proposeReading(chosen, list.header, list.lines, { ...shop, ...list });
    onChange({
      ...chosen,
      ...(kind === 'amount' && { decimal }),
      ...(kind === 'at' && { dates }),
      ...(kind === 'type' && { types }),
      ...(kind === 'shop' && { shopValue: undefined }),
    });
  };
  return COLUMN_KINDS.map((kind) => (
    <Select
      key={kind}
      label={messages.columns[kind]}
      name={kind}
      required={kind === 'amount'}
      value={columnText(columns[kind], list.header)}
      onChoose={(place) => choose(kind, place)}
    >
      <option value="">{messages.notIn}</option>
      {list.header.map((name, place) => (
        <option key={place} value={place}>
          {exampleOf(list, name, place)}
        </option>
      ))}
    </Select>
  ));
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [text: string, value: T])[];
  readonly onChoose: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) {
  const { match: messages } = usePageMessages('closings');
  const position = options.findIndex(([, one]) => one === value);
  return (
    <Select
      label={label}
      required
      value={position === -1 ? '' : position}
      onChoose={(at) => onChoose(options[Number(at || -1)]?.[1])}
    >
      <option value="">{messages.choose}</option>
      {options.map(([text, one], at) => (
        <option key={one} value={at}>
          {text}
        </option>
      ))}
    </Select>
  );
}

const DECIMALS = [
  ['1,234.56', '.'],
  ['1.234,56', ','],
] as const;
const DATES = [
  ['31.12.2030', 'dmy'],
  ['12/31/2030', 'mdy'],
  ['2030-12-31', 'ymd'],
] as const;

/** The formats of amounts and dates, and the current shop among those in the list. */
function Formats({ list, columns, onChange }: PartProps) {
  const { match: messages } = usePageMessages('closings');
  const { decimal, dates, at, shop, shopValue } = columns;
  const shopColumn = shop === undefined ? null : columnIndexOf(shop, list.header);
  return (
    <>
      <Choice
        label={messages.decimal}
        value={decimal}
        options={DECIMALS}
        onChoose={(sign) => onChange({ ...columns, decimal: sign })}
      />
      {at !== undefined && (
        <Choice
          label={messages.dates}
          value={dates}
          options={DATES}
          onChoose={(order) => onChange({ ...columns, dates: order })}
        />
      )}
      {shopColumn !== null && (
        <Choice
          label={messages.ownShop}
          value={shopValue}
          options={valuesIn(list.lines, shopColumn, SHOPS_MAX).map((value) => [value || '–', value] as const)}
          onChoose={(value) => onChange({ ...columns, shopValue: value })}
        />
      )}
    </>
  );
}

/** The meaning of each type of line. */
function Types({ list, columns, onChange }: PartProps) {
  const { match: messages } = usePageMessages('closings');
  const typeColumn = columns.type === undefined ? null : columnIndexOf(columns.type, list.header);
  if (typeColumn === null) return null;
  return valuesIn(list.lines, typeColumn).map((value) => (
    <Select
      key={value}
      label={messages.typeIs(value || '–')}
      value={columns.types?.[value] ?? 'none'}
      onChoose={(type) => onChange({ ...columns, types: { ...columns.types, [value]: type as LineType } })}
    >
      {LINE_TYPES.map((type) => (
        <option key={type} value={type}>
          {messages.types[type]}
        </option>
      ))}
    </Select>
  ));
}

function columnText(column: string | number | undefined, header: readonly string[]): string {
  const index = column === undefined ? null : columnIndexOf(column, header);
  return index === null ? '' : String(index);
}

/** The heading of a column and its first value. */
function exampleOf({ lines }: ListWithOurs, name: string, place: number): string {
  const example = lines.find(({ cells }) => (cells[place] ?? '') !== '')?.cells[place] ?? '';
  return [name || `${place + 1}`, example.slice(0, 30)].filter(Boolean).join(': ');
}
