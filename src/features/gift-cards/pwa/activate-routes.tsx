import type { Person } from '../../../contract/access/people.ts';
import { ActivatePage } from './activate-page.tsx';
import { ActivationPage } from './activation-page.tsx';

export function ActivateRoutes({ person, id }: { readonly person: Person; readonly id: string | undefined }) {
  return id === undefined ? <ActivatePage person={person} /> : <ActivationPage key={id} id={id} person={person} />;
}
