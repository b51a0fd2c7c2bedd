import { Link } from 'wouter';
import { OFF_NAVIGATION } from '../../shell/addresses.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useMessages } from '../../words/words.tsx';

/** After an invalid code: a link to the page that shows the scanner's output. */
export function ScannerQuestion() {
  const { scan } = useMessages();
  return (
    <Link href={OFF_NAVIGATION.scanCheck} className={`justify-self-start text-label ${buttonClass('quiet')}`}>
      {scan.isItRight}
    </Link>
  );
}
