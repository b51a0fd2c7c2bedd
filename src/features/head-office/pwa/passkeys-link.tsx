import { Link } from 'wouter';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import { buttonClass } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

export function PasskeysLink({ onGo }: { readonly onGo: () => void }) {
  const messages = usePageMessages('head-office');
  return (
    <Link href={OFF_NAVIGATION.passkeys} className={buttonClass('plain')} onClick={onGo}>
      {messages.passkeys}
    </Link>
  );
}
