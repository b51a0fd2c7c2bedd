/** Texts of vouchers on hold. */
export const en = {
  lead: 'A voucher on hold can’t be redeemed on any till or by any program until a manager releases it.',
  hold: 'Put on hold',
  what: 'No till or program can redeem this voucher until a manager releases it. Its balance does not change.',
  code: 'Voucher code',
  codeHint: 'Scan it, or enter the code printed on the voucher or under its bar code.',
  useCamera: 'Use the camera',
  hideCamera: 'Close the camera',
  reason: 'Reason',
  reasonHint: 'Managers see it here and in the audit trail.',
  held: (voucher: string) => `${voucher} is on hold on every till.`,
  underWay: (device: string, when: string) => `A redemption or refund on ${device} started earlier, at ${when}. The hold does not stop it.`,
  onHold: 'On hold',
  since: (when: string) => `On hold since ${when}.`,
  none: 'No vouchers are on hold.',
  by: (person: string, when: string) => `${person}, ${when}`,
  release: 'Release',
  releaseOf: (voucher: string) => `Release ${voucher}`,
  releaseSure: (voucher: string) => `Voucher ${voucher} can then be used again on every till.`,
  released: (voucher: string) => `Released. ${voucher} can be used again.`,
  releasedBy: (person: string, when: string) => `Released by ${person}, ${when}`,
  over: (count: number) => `Released earlier: ${count}`,
};

/** The texts that every language has. */
export type HoldMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly hold: HoldMessages;
  }
}
