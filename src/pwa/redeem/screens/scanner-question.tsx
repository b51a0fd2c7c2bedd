import { Link } from 'wouter';
import { OFF_NAVIGATION } from '../../shell/addresses.ts';
import { buttonLook } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';

/** Where a code came to nothing: the way to the page that shows what the scanner delivers. */
export function ScannerQuestion() {
  const { scan } = useWords();
  return (
    <Link href={OFF_NAVIGATION.scanCheck} className={`justify-self-start text-label ${buttonLook('quiet')}`}>
      {scan.isItRight}
    </Link>
  );
}
