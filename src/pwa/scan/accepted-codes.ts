import { type ExtraCode, matchesExtraCode } from '../../contract/voucher/extra-codes.ts';
import { type Decoded, SCAN_FORMATS, type ScanFormat } from '../../reader/decode-protocol.ts';

/** The formats to look for, and the filter for valid texts. */
export interface AcceptedCodes {
  readonly formats: readonly ScanFormat[];
  readonly isAccepted: (code: Decoded) => boolean;
}

/**
 * @param extras types that the shop enabled in addition, and the format of their texts
 * @param isWanted false for texts to ignore
 */
export function acceptedCodes(
  extras: readonly ExtraCode[],
  isWanted: (text: string) => boolean = () => true,
): AcceptedCodes {
  return {
    formats: [...SCAN_FORMATS, ...extras.map(({ kind }) => kind)],
    isAccepted: ({ format, text }) =>
      isWanted(text) && extras.every((extra) => extra.kind !== format || matchesExtraCode(extra, text)),
  };
}
