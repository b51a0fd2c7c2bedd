import { withAsciiDigits } from '../../contract/platform/ascii-digits.ts';

/**
 * Fields of numbers: those with a keypad of ours show no keyboard. In other fields, such as names,
 * digits stay as they were typed.
 */
const NUMBERS = ['numeric', 'decimal', 'none'].map((mode) => `input[inputmode=${mode}]`).join();

/**
 * Replaces digits of other scripts while they are typed or pasted, before the page reads the field:
 * a keyboard of Bengali, Tamil or Arabic has its own.
 */
export function followTypedDigits(page: Document): void {
  page.addEventListener(
    'input',
    ({ target: field }) => {
      if (!(field instanceof HTMLInputElement) || !field.matches(NUMBERS)) return;
      const plain = withAsciiDigits(field.value);
      if (plain === field.value) return;
      const end = withAsciiDigits(field.value.slice(0, field.selectionEnd ?? field.value.length)).length;
      /* React replaces the setter of each field, and would not notice a change made through it. */
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, plain);
      field.setSelectionRange(end, end);
    },
    { capture: true },
  );
}
