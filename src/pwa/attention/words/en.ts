import type { AttentionKind, AttentionSubject } from '../../../contract/redemption/attention.ts';
import type { Candidate, EvidenceCode } from '../../../contract/voucher/evidence.ts';
import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** The words of what needs a manager. */
export const en = {
  nothing: 'All clear',
  nothingMore: 'Open, late and unexplained transactions show up here.',
  lastSeen: (when: string) => `As last seen ${when}`,
  groups: {
    overpaid: {
      title: 'Paid twice',
      lead: 'A cashier collected an amount again while its first redemption was in doubt, and both were redeemed. Refund one of them, or close the case if the customer got the difference in another way.',
    },
    late: {
      title: 'Taken late',
      lead: 'The till had said that nothing was taken, and then the issuer took it. Refund it, or keep it if the customer did not pay otherwise.',
    },
    unsettled: {
      title: 'Not known yet',
      lead: 'We don’t know yet how these ended. Their vouchers stay locked until then.',
    },
    orphan: { title: 'Not explained', lead: 'The issuer shows captures of this shop that no redemption here explains.' },
    behind: {
      title: 'Not looked through',
      lead: 'The issuer’s transactions could not be read for more than half an hour, so cases may be missing here. Check that the issuer answers and the server’s line to it works. If this is still here in an hour, tell whoever runs the server. It goes away by itself once everything is read.',
    },
    guessing: {
      title: 'Many wrong codes',
      lead: 'Somebody tried so many codes that do not exist that no more are taken there for some minutes. Ask why: a bad batch of cards, or somebody who guesses. Then close the case.',
    },
    locked: {
      title: 'Device locked',
      lead: 'Wrong PINs were typed on a device until it took no more. Ask who stood there: the audit trail names who was signed in. A manager’s PIN typed there unlocks it, and so does closing the case.',
    },
    gap: {
      title: 'Journal incomplete',
      lead: 'The journal may lack redemptions, so nothing is redeemed or refunded. Open Tillside on every till and sign in: each tells what it remembers. The server reads the rest at the issuer and opens by itself. Until then take other payments.',
    },
    backup: {
      title: 'No fresh backup',
      lead: 'The server could not make a backup of this shop in time. Tell whoever runs the server: the folder for backups may be full or gone. It goes away by itself once a backup was made.',
    },
    setting: {
      title: 'Kind of voucher not as set',
      lead: 'A redemption ended as if its voucher were of another kind than the server’s setting LEGACY_CHECK_KIND says, so balances shown here may be wrong. Compare the voucher with the issuer, and tell whoever runs the server. It goes away when the server is started anew.',
    },
  } satisfies Record<AttentionKind, { title: string; lead: string }>,
  subjects: {
    tender: 'Redemption',
    sale: 'Sale',
    refund: 'Refund',
    activation: 'Activation',
    issue: 'Sale of vouchers',
    capture: 'Capture',
    look: 'Search for captures',
    backup: 'Backup',
    codes: 'Wrong voucher codes',
    device: 'Locked device',
    journal: 'Journal',
  } satisfies Record<AttentionSubject, string>,
  cards: (count: number, start: string, end: string) => `${plural(count, { one: '# card', other: '# cards' })}, ${start} to ${end}`,
  standings: {
    checking: 'being checked',
    decide: 'your decision',
    late: 'taken late',
    orphan: 'not explained',
    behind: 'behind',
    closed: 'closed',
  },
  behindToDo: 'The server goes on trying by itself.',
  settingToDo: 'Stays until the server is started anew.',
  nothingToDo: 'The server is still asking the issuer. There is nothing to do yet.',
  since: (time: string, distance: string) => `Since ${time}, ${distance}`,
  known: 'What is known',
  evidence: {
    'answer-lost': 'The issuer sent no answer, or one we couldn’t read.',
    'answer-mismatch': 'The issuer’s answer does not match the request, so it was not used.',
    'server-stopped': 'The server stopped while it waited for the answer.',
    'journal-gap': 'A till had sent it, and the journal had lost it.',
    'gap-contested':
      'Tills remember more than one redemption of this voucher, not every till could be asked, or a program that remembers nothing asked again. A person has to say whose a capture is.',
    'gap-refund':
      'The journal may lack redemptions or refunds of this voucher. Attach the refund that belongs to this redemption, or close the case as not refunded.',
    'gap-held': 'The journal of this shop may lack other redemptions, so nothing could be concluded about this one so far.',
    'gap-restored': 'A backup was put back. What happened since this time may be missing.',
    'gap-other-copy': 'A copy of the journal has taken its place. What happened since this time may be missing.',
    'gap-facts-gone': 'The journal lacks what it had confirmed. What happened since this time may be missing.',
    'gap-till-remembers': 'A till remembers redemptions that the journal does not know. What happened since this time may be missing.',
    'gap-reading': 'Issuer’s records since then read again.',
    'gap-window': 'Until this time the issuer may still act on what was sent before.',
    'gap-tills': 'These tills have still to be opened, with somebody signed in.',
    'gap-unsettled': 'So many redemptions that tills remember are not settled yet.',
    'answer-contradicts': 'The issuer’s answer contradicts what is recorded here.',
    'several-fit': 'The issuer shows several records that could be this one.',
    'row-differs': 'The issuer shows a record of this voucher that differs in amount, currency or shop, or has no time.',
    'other-mid': 'The issuer shows a record that fits, but under another shop number.',
    'authorization-only': 'The issuer shows an authorization, but no capture.',
    'issuer-silent': 'The issuer gave no usable answer when it was asked what happened.',
    'search-restless': 'The issuer answered, but its search kept changing while it was read, so it proves nothing.',
    'search-endless': 'The issuer answered, but showed more transactions than could be read in time.',
    'row-unproved': 'The issuer shows a record that fits, but neither its age nor the balance proves that it is this one.',
    'balance-unproved': 'The issuer shows no record, but the balance does not prove that nothing happened.',
    'never-undisturbed': 'The issuer shows no record, but it could not be asked long enough without a disturbance.',
    'proved-nothing': 'Two searches and the balance agreed that nothing happened.',
    'found-late': 'The issuer shows it after all.',
    'collected-again': 'The amount was collected again while its first redemption was in doubt.',
    'not-ours': 'The issuer shows a capture of this shop that no redemption here explains.',
    'claimed-by-other': 'The issuer shows this capture for another voucher or amount than the redemption that was confirmed with it.',
    'not-searchable': 'The issuer offers no way to look this up.',
    'resend-tells': 'Sending again is safe and tells: active cards stay active.',
    'look-behind': 'From this time on, the issuer’s transactions have not been looked through.',
    'backup-failed': 'Since then no backup could be made.',
    'backup-old': 'By then there should have been another backup.',
    'backup-last': 'The last good backup was made.',
    'codes-guessed': 'So many codes that do not exist were tried within ten minutes.',
    'other-kind': 'The issuer’s answer does not fit the kind of voucher that is set.',
    'device-locked': 'So many wrong PINs were typed on this device that it takes no more.',
    decided: 'A person decided.',
  } satisfies Record<EvidenceCode, string>,
  issuerShows: 'What the issuer shows',
  rowTypes: {
    authorization: 'Authorization',
    capture: 'Capture',
    refund: 'Refund',
    other: 'Other record',
  } satisfies Record<Candidate['type'], string>,
  ownWords: 'In the issuer’s or the server’s own words',
  rowStatuses: { succeeded: 'done', failed: 'refused' },
  noTime: 'without a time',
  row: (id: string) => `Issuer’s record ${id}`,
  shopNumber: (mid: string) => `Shop number ${mid}`,
  whichRow: 'Which record?',
  transactionId: 'Number of the record at the issuer',
  transactionIdHint: 'The issuer can tell it. It is looked up before it counts.',
  reason: 'Reason',
  reasonHint: 'It is kept with your name.',
  gaveNothing: 'The issuer gave nothing back. Where a record was attached, the redemption counts as taken.',
  notOver: 'The case is not over yet: it stays on the list.',
  openActivation: 'Open the activation',
  close: 'Close',
  sendAgain: 'Send again',
  sentAgain: {
    done: 'Sent again: these cards are active.',
    other: 'Sent again. The issuer did not activate all of these cards: the activation says why.',
    running: 'Being sent again. The case goes away once the answer is there.',
  },
  ways: {
    'attach-tender': {
      label: 'This is the one',
      lead: 'This record of the issuer is this redemption. It then counts as taken.',
      done: 'Attached. The redemption counts as taken.',
    },
    'attach-refund': {
      label: 'This is the one',
      lead: 'This record of the issuer is this refund. The amount then counts as given back.',
      done: 'Attached. The amount counts as given back.',
    },
    'attach-other': {
      label: 'This is the one',
      lead: 'This record of the issuer belongs to this case.',
      done: 'Attached.',
    },
    'keep-late': {
      label: 'Keep as taken',
      lead: 'The customer paid with this voucher and not otherwise. The redemption then counts as taken.',
      done: 'Kept. The redemption counts as taken.',
    },
    'refund-late': {
      label: 'Refund',
      lead: 'The whole amount goes back to the voucher.',
      done: 'The refund was sent. If its outcome is not known at once, it is on this list until it is.',
    },
    'refund-overpaid': {
      label: 'Refund one',
      lead: 'The whole amount goes back to the voucher.',
      done: 'The refund was sent. If its outcome is not known at once, it is on this list until it is.',
    },
    'refund-row': {
      label: 'Refund this one',
      lead: 'This record of the issuer is this redemption, and its whole amount goes back to the voucher.',
      done: 'The refund was sent. If its outcome is not known at once, it is on this list until it is.',
    },
    'close-tender': {
      label: 'Close as not taken',
      lead: 'Nothing was taken. The issuer is asked once more first; while it shows a record that could be this one, the case stays open.',
      done: 'Closed. The redemption counts as not taken.',
    },
    'close-refund': {
      label: 'Close as not refunded',
      lead: 'The listed refunds, if any, are not of this redemption. We ask the issuer once more first. The case stays open while it shows another record that could be this one.',
      done: 'Closed. The amount counts as not given back.',
    },
    'open-gap': {
      label: 'Open the shop now',
      lead: 'Redemptions go on although not every till has told what it remembers. What a missing till took may be redeemed once more, and open redemptions become your decision. Only do this where a till cannot come back.',
      done: 'The shop is open.',
    },
    'close-capture': {
      label: 'Close the case',
      lead: 'Close this only if no program or register still waits for this amount. They are then told that nothing was redeemed for them.',
      done: 'Closed.',
    },
    'close-other': {
      label: 'Close the case',
      lead: 'Nothing more will be done about it here.',
      done: 'Closed.',
    },
  },
};

/** The shape that every language fills in. */
export type AttentionWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly attention: AttentionWords;
  }
}
