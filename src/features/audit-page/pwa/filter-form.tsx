import { useQuery } from '@tanstack/react-query';
import { type TrailKind, trailKindSchema } from '../../../contract/platform/audit.ts';
import { everybodyQuery } from '../../../pwa/api/queries.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

export interface LineFilter {
  /** Empty for all people. */
  readonly personId: string;
  /** Empty for all kinds. */
  readonly kind: TrailKind | '';
}

interface FilterFormProps {
  readonly wanted: LineFilter;
  readonly onChange: (change: Partial<LineFilter>) => void;
}

export function FilterForm({ wanted: { personId, kind }, onChange }: FilterFormProps) {
  const audit = usePageMessages('audit-page');
  const { data: people = [] } = useQuery(everybodyQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
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
    </div>
  );
}

function kindOf(value: string): TrailKind | '' {
  return trailKindSchema.safeParse(value).data ?? '';
}
