import type { Role } from '../../contract/access/people.ts';
import { ADDRESSES } from '../shell/addresses.ts';
import { Page } from '../shell/frame/page.tsx';
import { tillOf } from '../shell/frame/places.ts';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';

/** For all roles: the accessibility statement, known gaps, and contacts. */
export function AccessibilityPage({ role }: { readonly role: Role }) {
  const words = usePageWords('accessibility');
  const { places } = useWords();
  return (
    <Page title={words.title} lead={words.lead} back={{ href: ADDRESSES.redeem, name: places[tillOf(role)] }}>
      {[words.met, words.notMet, words.tell].map(({ title, lines }) => (
        <section key={title} className="card grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3 p-4 till:p-6">
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
