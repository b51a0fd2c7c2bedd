import { isItems, type VoucherValue } from '../../contract/money/money.ts';
import { useWords } from '../words/words.tsx';
import { useFormat } from './use-format.tsx';

/** How wide a figure is at most, in its own size; what sets thousands apart is narrower. */
const FIGURE_EM = 0.63;
/** How wide a letter of the currency is at most, set small, in the size of the figures. */
const SIGN_EM = 0.34;

/**
 * A worth set for reading from an arm's length: tabular figures, the currency smaller than the
 * number. It never breaks: where it is too long for the nearest container it is set smaller;
 * `--beside` says how much of that is taken by what stands beside it.
 */
export function Amount({ worth, className = '' }: { readonly worth: VoucherValue; readonly className?: string }) {
  const { moneyParts } = useFormat();
  const { items } = useWords().common;
  if (isItems(worth)) return <span className={`tabular-nums ${className}`}>{items(worth.items)}</span>;
  const { sign, number, signFirst } = moneyParts(worth);
  // The space is set as small as the sign, so that the two stay together.
  const small = (text: string) => <span className="text-[0.45em] font-medium text-neutral-10">{text}</span>;
  const em = number.length * FIGURE_EM + (sign.length + 1) * SIGN_EM;
  return (
    <span translate="no" className={`whitespace-nowrap tabular-nums ${className}`}>
      <span style={{ fontSize: `min(1em, (100cqi - var(--beside, 0px)) / ${em.toFixed(2)})` }}>
        {signFirst && small(`${sign}\u00a0`)}
        {number}
        {!signFirst && small(`\u00a0${sign}`)}
      </span>
    </span>
  );
}
