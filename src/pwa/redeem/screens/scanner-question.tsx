import { Link } from 'wouter';
import { OFF_NAVIGATION } from '../../shell/addresses.ts';
import { buttonLook } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';

/** After an invalid code: a link to the page that shows the scanner's output. */
export function ScannerQuestion() {
  const { scan } = useWords();
  return (
    <Link href={OFF_NAVIGATION.scanCheck} className={`justify-self-start text-label ${buttonLook('quiet')}`}>
      {scan.isItRight}
    </Link>
  );
}
