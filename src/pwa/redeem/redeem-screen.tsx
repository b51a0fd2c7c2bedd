import { useState } from 'react';
import type { Person } from '../../contract/people.ts';
import { RefundHost } from '../refund/undo-button.tsx';
import { CameraScanner } from '../scan/camera-scanner.tsx';
import { ConnectScanner } from '../scan/connect-scanner.tsx';
import { useScans } from '../scan/use-scans.ts';
import { useWords } from '../words/words.tsx';
import { CheckPanel } from './check-panel.tsx';
import { CodeField } from './code-field.tsx';
import { Cover } from './cover.tsx';
import { DuePanel } from './due.tsx';
import { LastTen } from './last-ten.tsx';
import { SaleRows } from './sale-rows.tsx';
import { ScanNote } from './scan-note.tsx';
import { useFeedback } from './use-feedback.ts';
import { useKeypadKeys } from './use-keypad-keys.ts';
import { useTill, useTillStore } from './use-till.tsx';
import { useTillKeys } from './use-till-keys.ts';

/** Home of a cashier: codes come in on the left, the sale is on the right; what needs the whole screen covers both. */
export function RedeemScreen({ person }: { readonly person: Person }) {
  const { header } = useWords();
  const store = useTillStore();
  const { stage } = useTill();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [due, setDue] = useState<HTMLElement | null>(null);
  const covered = stage.at === 'flight' || stage.at === 'not-arrived' || stage.at === 'verdict' || stage.at === 'rejected';
  const announcement = useFeedback();
  useScans(store.scan, { enabled: true });
  useTillKeys({ field, due });
  useKeypadKeys(due, store.dueKey);
  return (
    <>
      <main
        inert={covered}
        className="screen-only mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 p-3 till:max-w-[90rem] till:grid-cols-12 till:gap-6 till:p-6"
      >
        <h1 className="spoken">{header.redeem}</h1>
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 till:col-span-5">
          <CameraScanner onScan={store.scan} paused={stage.at !== 'ready'} />
          <CodeField ref={setField} />
          <ScanNote />
          <ConnectScanner onScan={store.scan} />
          <div className="max-till:hidden">
            <LastTen person={person} />
          </div>
        </section>
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 till:col-span-7">
          <DuePanel ref={setDue} showKeypad={stage.at === 'ready'} />
          <CheckPanel />
          <SaleRows />
          <div className="till:hidden">
            <LastTen person={person} />
          </div>
        </section>
      </main>
      {covered && <Cover stage={stage} role={person.role} />}
      <RefundHost />
      <p aria-live="assertive" className="spoken">
        {announcement}
      </p>
    </>
  );
}
