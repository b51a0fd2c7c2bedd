import { Link } from 'wouter';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { buttonClass } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** A server with one shop has the page, without a link. */
export function PasskeysLink({ onGo }: { readonly onGo: () => void }) {
  const messages = usePageMessages('head-office');
  if (useShop().name === undefined) return null;
  return (
    <Link href={OFF_NAVIGATION.passkeys} className={buttonClass('plain')} onClick={onGo}>
      {messages.passkeys}
    </Link>
  );
}
