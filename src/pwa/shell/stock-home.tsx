import { Link } from 'wouter';
import type { Person } from '../../contract/people.ts';
import { useWords } from '../words/words.tsx';
import { useShop } from './use-session.ts';
import { Welcome } from './welcome.tsx';

/** Where stock staff land: redeeming is for others. */
export function StockHome({ person }: { readonly person: Person }) {
  const { stock } = useWords();
  const { practice } = useShop();
  return (
    <Welcome title={stock.title(person.name)} lead={stock.lead}>
      {practice && (
        <Link href="/practice" className="inline-flex min-h-12 items-center font-medium underline underline-offset-4">
          {stock.practice}
        </Link>
      )}
    </Welcome>
  );
}
