/** Lengths of GS1 product codes: EAN-8, UPC-A, EAN-13 and GTIN-14. */
const LENGTHS = [8, 12, 13, 14];

/**
 * True for the digits of an EAN or UPC bar code. The last digit makes the weighted sum a multiple
 * of ten; every second digit, counted from the right, has a weight of three.
 */
export function isProductCode(text: string): boolean {
  if (!LENGTHS.includes(text.length) || !/^\d+$/.test(text)) return false;
  const sum = Array.from(text, Number).reduce(
    (total, digit, index) => total + digit * ((text.length - 1 - index) % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
