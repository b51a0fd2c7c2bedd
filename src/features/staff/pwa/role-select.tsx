import { type Role, roleSchema } from '../../../contract/access/people.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';

export function RoleSelect({ defaultValue }: { readonly defaultValue?: Role }) {
  const { common } = useMessages();
  return (
    <Select label={common.role} name="role" {...(defaultValue !== undefined && { defaultValue })}>
      {roleSchema.options.map((role) => (
        <option key={role} value={role}>
          {common.roles[role]}
        </option>
      ))}
    </Select>
  );
}
