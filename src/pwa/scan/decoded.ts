/** The kinds of codes that vouchers carry. */
export const SCAN_FORMATS = ['QRCode', 'Code128', 'EAN13', 'DataMatrix'] as const;
export type ScanFormat = (typeof SCAN_FORMATS)[number];

/** A code that was found in a picture. */
export interface Decoded {
  readonly text: string;
  readonly format: ScanFormat;
}

/** A picture that can travel to a worker. */
export type Frame = ImageBitmap | VideoFrame | ImageData;

/** What the decoding worker is asked, and what it answers. Every question gets one answer with its id. */
export interface DecodeRequest {
  readonly id: number;
  readonly frame: Frame;
  readonly formats: readonly ScanFormat[];
}
export type DecodeReply = { readonly id: number; readonly decoded: readonly Decoded[] } | { readonly id: number; readonly fault: string };
