import { useWords } from '../words/words.tsx';
import { AddPerson } from './add-person.tsx';
import { Devices } from './devices.tsx';
import { PeopleList } from './people-list.tsx';

/** For managers: who may sign in, and on which devices. */
export function PeoplePage() {
  const { people } = useWords();
  return (
    <main className="mx-auto grid w-full max-w-5xl gap-4 p-4 till:grid-cols-2 till:gap-6 till:p-6">
      <h1 className="text-title font-semibold till:col-span-2">{people.title}</h1>
      <section className="card grid content-start gap-4 p-4 till:p-6">
        <PeopleList />
        <AddPerson />
      </section>
      <section className="card grid content-start gap-4 p-4 till:p-6">
        <Devices />
      </section>
    </main>
  );
}
