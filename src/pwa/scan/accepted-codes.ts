import { type ExtraCode, matchesExtraCode } from '../../contract/voucher/extra-codes.ts';
import { type Decoded, SCAN_FORMATS, type ScanFormat } from '../../reader/decode-protocol.ts';

/** The formats to look for, and the filter for valid texts. */
export interface AcceptedCodes {
  readonly formats: readonly ScanFormat[];
  readonly isAccepted: (code: Decoded) => boolean;
}

/** @param extras types that the shop enabled in addition, and the format of their texts */
export function acceptedCodes(extras: readonly ExtraCode[]): AcceptedCodes {
  return {
    formats: [...SCAN_FORMATS, ...extras.map(({ kind }) => kind)],
    isAccepted: ({ format, text }) => extras.every((extra) => extra.kind !== format || matchesExtraCode(extra, text)),
  };
}
