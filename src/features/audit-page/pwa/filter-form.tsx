import { useQuery } from '@tanstack/react-query';
import { type TrailKind, trailKindSchema } from '../../../contract/platform/audit.ts';
import { everybodyQuery } from '../../../pwa/api/queries.ts';
import { Field } from '../../../pwa/ui/field.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { type Dates, TRAIL_PERIODS, type TrailPeriod } from './period.ts';

export interface LineFilter {
  readonly period: TrailPeriod;
  readonly dates: Dates;
  /** Empty for all people. */
  readonly personId: string;
  /** Empty for all kinds. */
  readonly kind: TrailKind | '';
}

interface FilterFormProps {
  readonly wanted: LineFilter;
  readonly onChange: (change: Partial<LineFilter>) => void;
}

export function FilterForm({ wanted: { period, dates, personId, kind }, onChange }: FilterFormProps) {
  const audit = usePageMessages('audit-page');
  const { data: people = [] } = useQuery(everybodyQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-3">
      <Select label={audit.period} value={period} onChoose={(value) => onChange({ period: nameOf(value) })}>
        {TRAIL_PERIODS.map((name) => (
          <option key={name} value={name}>
            {audit.periods[name]}
          </option>
        ))}
      </Select>
      <Select label={audit.person} value={personId} onChoose={(id) => onChange({ personId: id })}>
        <option value="">{audit.everybody}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={audit.kind} value={kind} onChoose={(value) => onChange({ kind: kindOf(value) })}>
        <option value="">{audit.everything}</option>
        {trailKindSchema.options.map((name) => (
          <option key={name} value={name}>
            {audit.kinds[name]}
          </option>
        ))}
      </Select>
      {period === 'custom' && <CustomDates dates={dates} onChange={(changed) => onChange({ dates: changed })} />}
    </div>
  );
}

function CustomDates({ dates, onChange }: { readonly dates: Dates; readonly onChange: (dates: Dates) => void }) {
  const audit = usePageMessages('audit-page');
  const { first, last } = dates;
  return (
    <>
      <Field
        label={audit.from}
        type="date"
        required
        value={first}
        max={last}
        onChange={({ target }) => onChange({ first: target.value, last })}
      />
      <Field
        label={audit.to}
        type="date"
        required
        value={last}
        min={first}
        onChange={({ target }) => onChange({ first, last: target.value })}
      />
    </>
  );
}

function nameOf(value: string): TrailPeriod {
  return TRAIL_PERIODS.find((name) => name === value) ?? 'today';
}

function kindOf(value: string): TrailKind | '' {
  return trailKindSchema.safeParse(value).data ?? '';
}
