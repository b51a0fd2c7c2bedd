import { Page } from '../shell/page.tsx';
import { useWords } from '../words/words.tsx';
import { AddPerson } from './add-person.tsx';
import { Ceilings } from './ceilings.tsx';
import { Devices } from './devices.tsx';
import { ExtraCodes } from './extra-codes.tsx';
import { PeopleList } from './people-list.tsx';
import { ReceiptNumbers } from './receipt-numbers.tsx';
import { ShopDetails } from './shop-details.tsx';
import { ShopLock } from './shop-lock.tsx';

/** For managers: who may sign in, and on which devices. */
export function PeoplePage() {
  const { places } = useWords();
  return (
    <Page title={places.people}>
      <ShopLock />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 till:grid-cols-2 till:gap-6">
        <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
          <PeopleList />
          <AddPerson />
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 till:gap-6">
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <ShopDetails />
          </section>
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <Ceilings />
          </section>
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <ExtraCodes />
          </section>
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <ReceiptNumbers />
          </section>
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <Devices />
          </section>
        </div>
      </div>
    </Page>
  );
}
