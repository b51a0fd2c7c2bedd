import { isItems, type VoucherValue } from '../../contract/money/money.ts';
import { useMessages } from '../words/words.tsx';
import { useFormat } from './use-format.tsx';

/** Maximum width of a digit, em; separators are narrower. */
const FIGURE_EM = 0.63;
/** Maximum width of a letter of the currency in small type, in em of the digits. */
const SIGN_EM = 0.34;

/**
 * A value readable from an arm's length: tabular figures, the currency smaller than the number. It
 * never wraps: if it is too long for the nearest container, it gets smaller. `--beside` is the
 * width of the neighbouring elements.
 */
export function Amount({ worth, className = '' }: { readonly worth: VoucherValue; readonly className?: string }) {
  const { moneyParts } = useFormat();
  const { items } = useMessages().common;
  if (isItems(worth)) return <span className={`tabular-nums ${className}`}>{items(worth.items)}</span>;
  const { sign, number, signFirst } = moneyParts(worth);
  // The space is also in small type, so that sign and number stay together.
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
