import { type ExtraCode, matchesExtraCode } from '../../contract/voucher/extra-codes.ts';
import { type Decoded, SCAN_FORMATS, type ScanFormat } from './decode-protocol.ts';

/** What is looked for in a picture, and which of it counts. */
export interface WantedCodes {
  readonly formats: readonly ScanFormat[];
  readonly isWanted: (code: Decoded) => boolean;
}

/**
 * @param extras kinds that the shop wants read beside the usual ones, and what its codes of them
 * look like
 */
export function wantedCodes(extras: readonly ExtraCode[]): WantedCodes {
  return {
    formats: [...SCAN_FORMATS, ...extras.map(({ kind }) => kind)],
    isWanted: ({ format, text }) => extras.every((extra) => extra.kind !== format || matchesExtraCode(extra, text)),
  };
}
