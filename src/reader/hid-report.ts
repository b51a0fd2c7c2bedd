/** The part of a scan in one report of a HID scanner. */
export interface HidPart {
  readonly text: string;
  /** More reports of the same scan follow. */
  readonly more: boolean;
}

/** The id of the report with scanned data of a HID POS scanner (usage page 8C). */
export const SCANNED_DATA_REPORT = 2;

const CLOSING_BRACKET = 0x5d;
const LENGTH_AT = 0;
const KIND_AT = 1;
const KIND_LENGTH = 3;
const MORE_AT = 62;

/**
 * Parses one report: a length, the code type in three characters starting with `]`, the text, and a
 * continuation flag. Some scanners insert one more byte before the type.
 * @returns null for a report of another structure
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
