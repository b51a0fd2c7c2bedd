import { barShape, type CodeShape } from '../../../pwa/ui/code-shapes.ts';
import { qrShape } from '../../../pwa/ui/qr-shape.ts';

export interface DrawnCodes {
  readonly qr: CodeShape;
  readonly bars: CodeShape;
}

/** Number of codes drawn in some ten milliseconds, before the page does other work. */
const CODES_PER_TURN = 5;

/**
 * Draws the codes of many vouchers, a few at a time, so that the page stays responsive.
 * @param pause yields to other work
 * @param onDrawn receives all codes drawn so far, in the order of the vouchers
 */
export async function drawCodes<T extends { readonly code: string }>(
  vouchers: readonly T[],
  {
    pause,
    onDrawn,
    signal,
  }: {
    pause: () => Promise<void>;
    onDrawn: (drawn: readonly { voucher: T; codes: DrawnCodes }[]) => void;
    signal: AbortSignal;
  },
): Promise<void> {
  let drawn: readonly { voucher: T; codes: DrawnCodes }[] = [];
  for (let first = 0; first < vouchers.length && !signal.aborted; first += CODES_PER_TURN) {
    const some = await Promise.all(
      vouchers.slice(first, first + CODES_PER_TURN).map(async (voucher) => {
        return { voucher, codes: { qr: qrShape(voucher.code), bars: await barShape(voucher.code) } };
      }),
    );
    if (signal.aborted) return;
    drawn = [...drawn, ...some];
    onDrawn(drawn);
    await pause();
  }
}
