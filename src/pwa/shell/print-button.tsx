import type { PrintButtonProps } from './feature.ts';
import { slotsOf } from './slots.ts';

/** The hidden document of the page; if there are several, the newest. */
export const receiptElement = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('body > .receipt')].at(-1) ?? null;

export function PrintButton(props: PrintButtonProps) {
  return slotsOf('printButton').map((Button, position) => <Button key={position} {...props} />);
}
