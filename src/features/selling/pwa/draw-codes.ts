import { barShape, type CodeShape, qrShape } from '../../../pwa/ui/code-shapes.ts';

export interface DrawnCodes {
  readonly qr: CodeShape;
  readonly bars: CodeShape;
}

/** Number drawn before the page can do other work; it takes some ten milliseconds. */
const AT_ONCE = 5;

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
  for (let first = 0; first < vouchers.length && !signal.aborted; first += AT_ONCE) {
    const some = await Promise.all(
      vouchers.slice(first, first + AT_ONCE).map(async (voucher) => {
        return { voucher, codes: { qr: qrShape(voucher.code), bars: await barShape(voucher.code) } };
      }),
    );
    if (signal.aborted) return;
    drawn = [...drawn, ...some];
    onDrawn(drawn);
    await pause();
  }
}
