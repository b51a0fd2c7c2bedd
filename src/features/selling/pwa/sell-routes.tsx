import type { Person } from '../../../contract/access/people.ts';
import { IssuePage } from './issue-page.tsx';
import { SellPage } from './sell-page.tsx';

/**
 * The catalogue, or one sale.
 *
 * The id of a sale is no secret; no address contains its vouchers.
 */
export function SellRoutes({ person, id }: { readonly person: Person; readonly id: string | undefined }) {
  return id === undefined ? <SellPage person={person} /> : <IssuePage key={id} id={id} person={person} />;
}
