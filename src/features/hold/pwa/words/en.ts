/** The words of vouchers on hold. */
export const en = {
  lead: 'Nothing is taken from a voucher on hold, at any till and by any program, until a manager lets it go.',
  hold: 'Put on hold',
  what: 'Every till and every program refuses it until a manager lets it go. What is on it stays on it.',
  code: 'Code of the voucher',
  codeHint: 'Scan it, or type what is printed on it or under its bar code.',
  useCamera: 'Use the camera',
  hideCamera: 'Put the camera away',
  reason: 'Reason',
  reasonHint: 'Managers see it here and in the audit trail.',
  held: (voucher: string) => `${voucher} is on hold at every till.`,
  underWay: (device: string, when: string) =>
    `A redemption or refund on ${device} had begun before, at ${when}. The hold does not stop it.`,
  onHold: 'On hold',
  none: 'No voucher is on hold.',
  by: (person: string, when: string) => `${person}, ${when}`,
  letGo: 'Let go',
  letGoOf: (voucher: string) => `Let ${voucher} go`,
  letGoSure: (voucher: string) => `Voucher ${voucher} can then be used again at every till.`,
  wasLetGo: (voucher: string) => `${voucher} can be used again.`,
  letGoBy: (person: string, when: string) => `Let go by ${person}, ${when}`,
  over: (count: number) => `Let go before: ${count}`,
};

/** The shape that every language fills in. */
export type HoldWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly hold: HoldWords;
  }
}
