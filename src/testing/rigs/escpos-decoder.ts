/** The result of a receipt printer for the bytes that it received. */
export interface DecodedPaper {
  /** Rows of dots, a `#` for black and a `.` for white, without the white at the end of a row. */
  readonly rows: readonly string[];
  /** Text printed with the printer's own font. */
  readonly text: string;
  /** Lines that were fed between two pieces of a picture, which tear it apart. */
  readonly gaps: number;
  readonly cuts: number;
  readonly drawerKicks: number;
  /** The number of status requests. */
  readonly asked: number;
  /** Bytes that no command explains. */
  readonly unknown: number;
}

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const DLE = 0x10;

/** The length of each command without printable data, including its own two bytes. */
const PLAIN: Readonly<Record<string, number>> = {
  [`${ESC} @`]: 2,
  [`${ESC} t`]: 3,
  [`${ESC} a`]: 3,
  [`${ESC} 2`]: 2,
  [`${ESC} 3`]: 3,
  [`${ESC} M`]: 3,
  [`${ESC} E`]: 3,
  [`${ESC} -`]: 3,
  [`${ESC} 4`]: 3,
  [`${ESC} 5`]: 3,
  [`${ESC} p`]: 5,
  [`${FS} .`]: 2,
  [`${GS} !`]: 3,
  [`${GS} B`]: 3,
  [`${GS} V`]: 3,
  [`${GS} r`]: 3,
};

/** Reads ESC/POS as far as receipts need it: raster pictures, text, cuts, the drawer and questions. */
export function decodeEscPos(bytes: Buffer): DecodedPaper {
  const rows: string[] = [];
  let text = '';
  let feeds = 0;
  const counts = { gaps: 0, cuts: 0, drawerKicks: 0, asked: 0, unknown: 0 };
  for (let at = 0; at < bytes.length; ) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    const name = `${first} ${String.fromCharCode(second)}`;
    if (name === `${GS} v`) {
      const stride = bytes.readUInt16LE(at + 4);
      const height = bytes.readUInt16LE(at + 6);
      counts.gaps += rows.length > 0 ? feeds : 0;
      feeds = 0;
      rows.push(...rowsOf(bytes.subarray(at + 8, at + 8 + stride * height), stride));
      at += 8 + stride * height;
    } else if (first === DLE && second === 0x04) {
      counts.asked += 1;
      at += 3;
    } else if (PLAIN[name] !== undefined) {
      if (name === `${GS} V`) counts.cuts += 1;
      if (name === `${ESC} p`) counts.drawerKicks += 1;
      at += PLAIN[name];
    } else {
      if (first === 0x0a) feeds += 1;
      if (first === 0x0a || first >= 0x20) text += String.fromCharCode(first);
      else if (first !== 0x0d) counts.unknown += 1;
      at += 1;
    }
  }
  return { rows, text: text.trim(), ...counts };
}

/** Dots as rows of `#` and `.`, without the white at their ends. */
export function rowsOf(bytes: Uint8Array, stride: number): string[] {
  const rows: string[] = [];
  for (let from = 0; from < bytes.length; from += stride) {
    const dots = [...bytes.subarray(from, from + stride)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    rows.push(dots.replaceAll('1', '#').replaceAll('0', '.').replace(/\.+$/, ''));
  }
  return rows;
}
