import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import { ACTIVATION_STATES } from '../../../contract/redemption/states.ts';
import { addressOfActivation } from '../../../pwa/shell/addresses.ts';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { latestActivationsQuery } from './queries.ts';
import { useNames } from './use-names.ts';

/**
 * The user's latest activations, newest first, or everyone's for a manager; each links to its
 * certificate.
 */
export function Latest({ person }: { readonly person: Person }) {
  const activate = usePageMessages('gift-cards');
  const isManager = mayActAs(person.role, 'manager');
  const latest = useQuery(latestActivationsQuery(person));
  const { moment } = useFormat();
  const { list } = useNames();
  const now = useNow(60_000);
  const title = isManager ? activate.latestAll : activate.mine;
  return (
    <section className="card p-4 till:p-6" aria-label={title}>
      <h2 className="text-label font-medium text-neutral-9">{title}</h2>
      <Loaded query={latest}>
        {(all) =>
          all.length === 0 ? (
            <p className="pt-1 text-neutral-9">{isManager ? activate.latestAllEmpty : activate.mineEmpty}</p>
          ) : (
            <ul className="divide-y divide-neutral-4">
              {all.map(({ id, createdAt, state, ranges, person: by }) => (
                <li key={id}>
                  <Link
                    href={addressOfActivation(id)}
                    className="-mx-2 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-button px-2 py-1 hover:bg-neutral-3"
                  >
                    <time dateTime={createdAt} className="text-label whitespace-nowrap text-neutral-9 tabular-nums">
                      {moment(createdAt, now)}
                    </time>
                    <span className="min-w-0 flex-1 basis-40 break-words tabular-nums">
                      {list(ranges.filter(({ half }) => !half))}
                      {isManager && <span className="block text-label text-neutral-9">{by}</span>}
                    </span>
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
