import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { OpenException } from '../contract/shop-answers.ts';
import { MissingShops } from './missing-shops.tsx';
import { allExceptionsQuery } from './queries.ts';
import { useVisitAt } from './use-visit.ts';

/** Exceptions that no manager has reviewed, of all shops that the user may see. */
export function AllExceptionsPage() {
  const { noExceptions } = usePageMessages('chain');
  const { lead } = usePageMessages('exception-report');
  const { places } = useMessages();
  const query = useQuery(allExceptionsQuery);
  const visit = useVisitAt();
  return (
    <Page title={places.allExceptions} lead={lead} reading>
      <FailureNotice failure={failureOrNull(visit.error)} />
      <Loaded query={query}>
        {(shops) => (
          <>
            <MissingShops shops={shops} />
            {shops.every(({ answer }) => (answer ?? []).length === 0) && (
              <p role="status" className="card p-4 till:p-6">
                {noExceptions}
              </p>
            )}
            {shops.map(({ id, name, answer }) => (
              <ExceptionsOfShop
                key={id}
                name={name}
                exceptions={answer ?? []}
                onOpen={() => visit.open(id, ADDRESSES.exceptions)}
              />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ExceptionsOfShopProps {
  readonly name: string;
  readonly exceptions: readonly OpenException[];
  readonly onOpen: () => void;
}

function ExceptionsOfShop({ name, exceptions, onOpen }: ExceptionsOfShopProps) {
  const { and, sentences } = usePageMessages('exception-report');
  const { day: dayText } = useFormat();
  if (exceptions.length === 0) return null;
  return (
    <section className="card" aria-label={name}>
      <h2 translate="no" className="border-b border-neutral-4 px-4 py-3 font-semibold wrap-anywhere till:px-6">
        {name}
      </h2>
      <ul className="divide-y divide-neutral-4">
        {exceptions.map(({ key, signal, day, people, count }) => (
          <li key={key}>
            <button
              type="button"
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-4 hover:bg-neutral-3 till:px-6"
              onClick={onOpen}
            >
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere">
                  {sentences[signal](people.map((person) => person.name).join(and), count)}
                </span>
                <span className="block text-label text-neutral-9">{dayText(day)}</span>
              </span>
              <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-neutral-9" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
