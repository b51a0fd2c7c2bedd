import type { RackFinding } from '../count.ts';

/** The texts of the rack count. */
export const en = {
  lead: 'Scan every card on the rack. You can leave this page and continue later.',
  counted: (count: number) => (count === 1 ? '1 card counted' : `${count} cards counted`),
  number: (number: number, voucher: string) => `Card ${number}: ${voucher}`,
  again: (number: number, voucher: string) => `${voucher} was counted already, as card ${number}`,
  field: 'Card code',
  add: 'Count card',
  useCamera: 'Use the camera',
  hideCamera: 'Close the camera',
  checking: (count: number) => (count === 1 ? '1 card is being checked.' : `${count} cards are being checked.`),
  checkAgain: 'Check again',
  scanAgain: 'They are checked again as soon as the issuer answers. After a reload, scan them again.',
  silent: 'The issuer does not answer right now. Keep counting: the cards are checked later.',
  finish: 'Finish the count',
  unfinished: (count: number) =>
    count === 1
      ? '1 card is not checked yet. The count is not complete.'
      : `${count} cards are not checked yet. The count is not complete.`,
  early: (count: number) =>
    count === 1
      ? '1 card could not be checked again. Scan it once more: it may have been activated since.'
      : `${count} cards could not be checked again. Scan them once more: they may have been activated since.`,
  notStored: 'This browser can’t save the count. Finish it before you close or reload the page.',
  findings: {
    active: 'Active but still on the rack',
    'not-ours': 'Not a voucher of this shop',
    other: 'Can’t be sold',
    unchecked: 'Not checked yet',
    counted: 'As expected',
  } satisfies Record<RackFinding, string>,
  advice: {
    active: 'Take these cards off the rack and tell a manager. They may have been stolen and returned, or carry another card’s code.',
    'not-ours': 'Take these off the rack. Another code may have been put on the card.',
    other: 'Take these cards off the rack.',
  },
  allGood: 'Every card on this rack is as expected.',
  columns: ['number', 'voucher', 'finding', 'status', 'scanned', 'checked'],
  startOver: 'Start a new count',
  startOverSure: (count: number) => `Delete this count of ${count === 1 ? '1 card' : `${count} cards`}?`,
  startOverYes: 'Delete and start again',
  keep: 'Keep it',
};

/** The texts that every language has. */
export type RackCountMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'rack-count': RackCountMessages;
  }
}
