import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Person } from '../../contract/people.ts';
import { ACTIVATION_STATES } from '../../contract/states.ts';
import { addressOfActivation } from '../shell/addresses.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { myActivationsQuery } from './queries.ts';
import { useNames } from './use-names.ts';

/** What this person activated last, newest first; each opens with its certificate. */
export function Latest({ person }: { readonly person: Person }) {
  const activate = usePageWords('activate');
  const mine = useQuery(myActivationsQuery(person.id));
  const { moment } = useFormat();
  const { list } = useNames();
  const now = useNow(60_000);
  return (
    <section className="card p-4" aria-label={activate.mine}>
      <h2 className="text-label font-medium text-neutral-9">{activate.mine}</h2>
      <Loaded query={mine}>
        {(all) =>
          all.length === 0 ? (
            <p className="pt-1 text-neutral-9">{activate.mineEmpty}</p>
          ) : (
            <ul className="divide-y divide-neutral-4">
              {all.map(({ id, createdAt, state, ranges }) => (
                <li key={id}>
                  <Link
                    href={addressOfActivation(id)}
                    className="-mx-2 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-button px-2 py-1 hover:bg-neutral-3"
                  >
                    <time dateTime={createdAt} className="text-label whitespace-nowrap text-neutral-9 tabular-nums">
                      {moment(createdAt, now)}
                    </time>
                    <span className="min-w-0 flex-1 break-words tabular-nums">{list(ranges)}</span>
                    <Chip tone={ACTIVATION_STATES[state].tone}>{activate.states[state]}</Chip>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
