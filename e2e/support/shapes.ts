import { barShape, type CodeShape } from '../../src/pwa/ui/code-shapes.ts';
import { qrShape } from '../../src/pwa/ui/qr-shape.ts';
import { drawnCode } from '../../src/reader/testing/drawn-codes.ts';

/** Codes that a camera can be shown. */
export type Kind = 'qr' | 'code128' | 'ean13' | 'aztec' | 'pdf417' | 'itf';

/** A code as black shapes on white with its quiet zone. */
export function shapeOf(kind: Kind, text: string): CodeShape | Promise<CodeShape> {
  if (kind === 'qr') return qrShape(text);
  if (kind === 'aztec') return drawnCode('azteccode', text);
  if (kind === 'itf') return drawnCode('interleaved2of5', text);
  if (kind === 'pdf417') return drawnCode('pdf417', text);
  return kind === 'code128' ? barShape(text) : ean13Shape(text);
}

const LEFT = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011'];
/** The mirrored digits of the left half, by the first digit, which has no bars itself. */
const MIRRORED = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010'];
const QUIET = 11;
const HEIGHT = 50;

/** EAN-13 of thirteen digits, drawn without the encoders of the app. */
function ean13Shape(text: string): CodeShape {
  const [first = 0, ...digits] = Array.from(text, Number);
  const inverted = (digit: number) => Array.from(LEFT[digit] ?? '', (bit) => (bit === '1' ? '0' : '1')).join('');
  const mirrored = (digit: number) => Array.from(inverted(digit)).toReversed().join('');
  const left = digits.slice(0, 6).map((digit, index) => (MIRRORED[first]?.[index] === '1' ? mirrored(digit) : LEFT[digit]));
  const modules = `101${left.join('')}01010${digits.slice(6).map(inverted).join('')}101`;
  const black = Array.from(modules).flatMap((bit, x) => (bit === '1' ? [{ x: x + QUIET, y: 6, width: 1, height: HEIGHT - 12 }] : []));
  return { width: modules.length + 2 * QUIET, height: HEIGHT, black };
}
