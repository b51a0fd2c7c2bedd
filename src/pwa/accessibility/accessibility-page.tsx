import type { Role } from '../../contract/access/people.ts';
import { ADDRESSES } from '../shell/addresses.ts';
import { rootPageOf } from '../shell/layout/navigation-entries.ts';
import { Page } from '../shell/layout/page.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { useMessages } from '../words/words.tsx';

/** For all roles: the accessibility statement, known gaps, and contacts. */
export function AccessibilityPage({ role }: { readonly role: Role }) {
  const messages = usePageMessages('accessibility');
  const { places } = useMessages();
  return (
    <Page title={messages.title} lead={messages.lead} back={{ href: ADDRESSES.redeem, name: places[rootPageOf(role)] }}>
      {[messages.met, messages.notMet, messages.tell].map(({ title, lines }) => (
        <section key={title} className="card grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-3 p-4 till:p-6">
          <h2 className="text-section font-semibold">{title}</h2>
          <ul className="grid list-disc gap-2 ps-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
