/** The part of a scan that one report of a HID scanner carries. */
export interface HidPart {
  readonly text: string;
  /** More reports of the same scan follow. */
  readonly more: boolean;
}

/** A HID POS scanner (usage page 8C) sends what it read with this report. */
export const SCANNED_DATA_REPORT = 2;

const CLOSING_BRACKET = 0x5d;
const LENGTH_AT = 0;
const KIND_AT = 1;
const KIND_LENGTH = 3;
const MORE_AT = 62;

/**
 * Reads one report: a length, the kind of code in three characters that begin with `]`, the text,
 * and whether it goes on. Some scanners put one more byte before the kind.
 * @returns null for a report of another shape
 */
export function readHidReport(report: DataView): HidPart | null {
  if (report.byteLength <= MORE_AT) return null;
  const kindAt = [KIND_AT, KIND_AT + 1].find((at) => report.getUint8(at) === CLOSING_BRACKET);
  if (kindAt === undefined) return null;
  const from = kindAt + KIND_LENGTH;
  const length = Math.min(report.getUint8(LENGTH_AT), MORE_AT - from);
  const bytes = new Uint8Array(report.buffer, report.byteOffset + from, length);
  return { text: String.fromCharCode(...bytes), more: report.getUint8(MORE_AT) !== 0 };
}
