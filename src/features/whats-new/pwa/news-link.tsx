import { Link } from 'wouter';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import { buttonClass } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

export function NewsLink({ onGo }: { readonly onGo: () => void }) {
  const { title } = usePageMessages('whats-new');
  return (
    <Link href={OFF_NAVIGATION.whatsNew} className={buttonClass('plain')} onClick={onGo}>
      {title}
    </Link>
  );
}
