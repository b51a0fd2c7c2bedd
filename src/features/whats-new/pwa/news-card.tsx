import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { sessionQuery } from '../../../pwa/api/queries.ts';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import { Figure } from '../../../pwa/today/figure.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { hasUnread, VERSION_NEWS } from './news.ts';
import { markAsRead, readVersionOf } from './read-version.ts';

/** Leads to the news after an update, until the signed-in person has opened them. */
export function NewsCard() {
  const { data: session } = useQuery(sessionQuery);
  return session ? <CardOf key={session.person.id} personId={session.person.id} /> : null;
}

function CardOf({ personId }: { readonly personId: string }) {
  const messages = usePageMessages('whats-new');
  const readVersion = readVersionOf(personId);
  const isFirstVisit = readVersion === null;
  useEffect(() => {
    if (isFirstVisit) markAsRead(personId);
  }, [isFirstVisit, personId]);
  if (isFirstVisit || !hasUnread(VERSION_NEWS, readVersion)) return null;
  return (
    <Figure icon={Sparkles} href={OFF_NAVIGATION.whatsNew} name={messages.updated} more="">
      {messages.title}
    </Figure>
  );
}
