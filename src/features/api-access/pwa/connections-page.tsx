import type { ComponentType } from 'react';
import { ADDRESSES, OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { buttonClass } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { KeysSection } from './keys-section.tsx';
import { ListedRegisters } from './registers.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** The sections of the page in order; each loads its own data. */
const SECTIONS: readonly (readonly [name: string, section: ComponentType])[] = [
  ['registers', ListedRegisters],
  ['keys', KeysSection],
  ['webhooks', WebhooksSection],
];

export function ConnectionsPage() {
  const { places } = useMessages();
  const { lead, tryIt } = usePageMessages('api-access');
  const { practice } = useShop();
  return (
    <Page
      title={places.connections}
      lead={lead}
      back={{ href: ADDRESSES.settings, name: places.settings }}
      tools={
        practice && (
          // A full page load, because only this page's headers allow a frame.
          <a href={OFF_NAVIGATION.tryRegister} className={buttonClass('plain')}>
            {tryIt.open}
          </a>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 till:grid-cols-2 till:gap-6">
        {SECTIONS.map(([name, Section]) => (
          <section key={name} className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <Section />
          </section>
        ))}
      </div>
    </Page>
  );
}
