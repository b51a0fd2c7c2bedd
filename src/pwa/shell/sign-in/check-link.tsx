import { Link } from 'wouter';
import { buttonClass } from '../../ui/button.tsx';
import { useInitialMessages } from '../../words/words.tsx';
import { OFF_NAVIGATION } from '../addresses.ts';

/** Leads to the check of this browser, which everyone may see. */
export function CheckLink() {
  const { unlock } = useInitialMessages();
  return (
    <Link href={OFF_NAVIGATION.serverCheck} className={`${buttonClass('quiet')} justify-self-start`}>
      {unlock.check}
    </Link>
  );
}
