import { useEffect } from 'react';
import type { FeaturePageProps } from '../../../pwa/shell/feature.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { VERSION_NEWS } from './news.ts';
import { markAsRead } from './read-version.ts';

export function WhatsNewPage({ person: { id } }: FeaturePageProps) {
  const messages = usePageMessages('whats-new');
  useEffect(() => markAsRead(id), [id]);
  return (
    <Page title={messages.title} reading>
      {VERSION_NEWS.map(({ version, topics }) => (
        <section key={version} aria-labelledby={`version-${version}`} className="grid gap-2">
          <h2 id={`version-${version}`} className="text-section font-semibold">
            {messages.version(version)}
          </h2>
          <ul className="grid list-disc gap-2 ps-5">
            {topics.map((topic) => (
              <li key={topic}>{messages.topics[topic]}</li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
