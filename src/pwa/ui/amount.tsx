import { isItems, type Worth } from '../../contract/money.ts';
import { useWords } from '../words/words.tsx';
import { useFormat } from './use-format.tsx';

/** A worth set for reading from an arm's length: tabular figures, the currency smaller than the number. */
export function Amount({ worth, className = '' }: { readonly worth: Worth; readonly className?: string }) {
  const { moneyParts } = useFormat();
  const { items } = useWords().common;
  if (isItems(worth)) return <span className={`tabular-nums ${className}`}>{items(worth.items)}</span>;
  const { sign, number, signFirst } = moneyParts(worth);
  // The space is set as small as the sign, so that the two stay together.
  const small = (text: string) => <span className="text-[0.45em] font-medium text-neutral-10">{text}</span>;
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {signFirst && small(`${sign}\u00a0`)}
      {number}
      {!signFirst && small(`\u00a0${sign}`)}
    </span>
  );
}
