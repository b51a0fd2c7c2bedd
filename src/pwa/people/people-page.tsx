import { ScrollText } from 'lucide-react';
import { Link } from 'wouter';
import { usePageWords } from '../words/page-words.ts';
import { AddPerson } from './add-person.tsx';
import { Devices } from './devices.tsx';
import { PeopleList } from './people-list.tsx';
import { ShopLock } from './shop-lock.tsx';

/** For managers: who may sign in, and on which devices. */
export function PeoplePage() {
  const people = usePageWords('people');
  return (
    <main className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-4 p-4 till:grid-cols-2 till:gap-6 till:p-6">
      <header className="flex flex-wrap items-center justify-between gap-2 till:col-span-2">
        <h1 className="text-title font-semibold">{people.title}</h1>
        <Link href="/audit" className="inline-flex min-h-12 items-center gap-2 rounded-button px-3 font-medium hover:bg-neutral-3">
          <ScrollText aria-hidden strokeWidth={1.75} size={20} />
          {people.trail}
        </Link>
      </header>
      <ShopLock />
      <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
        <PeopleList />
        <AddPerson />
      </section>
      <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
        <Devices />
      </section>
    </main>
  );
}
