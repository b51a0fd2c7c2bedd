import type { AttentionKind, AttentionSubject } from '../../../contract/redemption/attention.ts';
import type { RowStatus } from '../../../contract/redemption/row-status.ts';
import type { Candidate, EvidenceCode } from '../../../contract/voucher/evidence.ts';
import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** Texts of the cases that need a manager. */
export const en = {
  nothing: 'All clear',
  nothingMore: 'Cases appear here when a redemption needs your decision.',
  lastSeen: (when: string) => `Last updated ${when}`,
  groups: {
    overpaid: {
      title: 'Paid twice',
      lead: 'An amount was redeemed twice, because a cashier redeemed it again before the first result was known. Refund one of them, or close the case if the customer was already repaid.',
    },
    late: {
      title: 'Redeemed late',
      lead: 'The till showed that nothing was redeemed, but the issuer redeemed it later. Refund it, or keep it if the customer did not pay another way.',
    },
    unsettled: {
      title: 'Not confirmed yet',
      lead: 'We don’t know the result of these yet. Their vouchers stay locked until we do.',
    },
    orphan: { title: 'Unmatched captures', lead: 'The issuer lists captures for this shop that have no matching redemption here.' },
    behind: {
      title: 'Transactions not read yet',
      lead: 'We have not been able to read the issuer’s transactions for more than half an hour, so cases may be missing here. If this is still here in an hour, tell the administrator of the server. It clears once everything is read.',
    },
    guessing: {
      title: 'Many invalid codes',
      lead: 'Too many invalid codes were entered on this device, so it is paused for a few minutes. Find out why: a faulty batch of cards, or someone guessing. Then close this case.',
    },
    locked: {
      title: 'Device locked',
      lead: 'Too many wrong PINs were entered on this device. Find out who used it: the audit trail shows who was signed in. To unlock it, a manager enters their PIN there, or you close this case.',
    },
    gap: {
      title: 'Journal incomplete',
      lead: 'The journal may be missing redemptions, so redeeming and refunding are paused. Open Tillside and sign in on every till, so that each can report what it sent. Take other payments until the shop reopens automatically.',
    },
    backup: {
      title: 'Backups',
      lead: 'The server could not back up this shop on time, or could not restore the last backup in a trial. Tell the administrator of the server: the backup folder may be full or missing. This clears after the next good backup.',
    },
    setting: {
      title: 'Voucher type differs from the settings',
      lead: 'The issuer treated a voucher as a different type than the server setting LEGACY_CHECK_KIND, so balances shown here may be wrong. Check the voucher with the issuer, and tell the administrator of the server.',
    },
    mid: {
      title: 'Shop number differs from the settings',
      lead: 'The issuer books redemptions of this shop under another shop number, so their outcomes can’t be confirmed. The shop is stopped. Ask the administrator of the server to correct the setting below, or the shop’s credentials.',
    },
    access: {
      title: 'Access after a restore',
      lead: 'Older data was restored. People, badges, devices, API keys, webhooks and holds that had ended since then may be active again. Check each of them.',
    },
  } satisfies Record<AttentionKind, { title: string; lead: string }>,
  subjects: {
    tender: 'Redemption',
    sale: 'Sale',
    refund: 'Refund',
    activation: 'Activation',
    issue: 'Voucher sale',
    capture: 'Capture',
    look: 'Search for captures',
    backup: 'Backup',
    codes: 'Invalid voucher codes',
    device: 'Locked device',
    journal: 'Journal',
    shop: 'Shop',
    access: 'Access to this shop',
  } satisfies Record<AttentionSubject, string>,
  cards: (count: number, start: string, end: string) => `${plural(count, { one: '# card', other: '# cards' })}, ${start} to ${end}`,
  standings: {
    checking: 'Checking',
    decide: 'Your decision',
    late: 'Redeemed late',
    orphan: 'Unmatched',
    behind: 'Behind',
    closed: 'Paused',
  },
  behindToDo: 'We keep retrying.',
  settingToDo: 'Clears when the server restarts.',
  midToDo: 'Clears when the setting is corrected. Redemptions with an unknown outcome are then checked again.',
  nothingToDo: 'We’re still checking with the issuer. You don’t need to do anything yet.',
  since: (time: string, distance: string) => `Since ${time}, ${distance}`,
  known: 'Facts so far',
  evidence: {
    'answer-lost': 'The issuer did not respond, or the response could not be read.',
    'answer-mismatch': 'The issuer’s response does not match the request, so it was not used.',
    'server-stopped': 'The server stopped while it waited for the response.',
    'journal-gap': 'A till sent this redemption, but the journal lost it.',
    'gap-contested': 'We can’t tell which redemption each capture belongs to. Match each capture to its redemption.',
    'gap-refund':
      'The journal may be missing redemptions or refunds of this voucher. Match the refund that belongs to this redemption, or mark it as not refunded.',
    'gap-held': 'This shop’s journal may be missing other redemptions, so this one could not be confirmed yet.',
    'gap-restored': 'A backup was restored. Entries since this time may be missing.',
    'gap-other-copy': 'The journal was replaced by a copy. Entries since this time may be missing.',
    'gap-entries-missing': 'The journal no longer has entries that it had confirmed. Entries since this time may be missing.',
    'gap-till-remembers': 'A till reported redemptions that are not in the journal. Entries since this time may be missing.',
    'gap-reading': 'We are reading the issuer’s transactions again.',
    'gap-window': 'Until this time, the issuer may still process earlier requests.',
    'gap-tills': 'Open these tills and sign in.',
    'gap-unsettled': 'Redemptions reported by tills that are not confirmed yet.',
    'answer-contradicts': 'The issuer’s response contradicts the journal.',
    'several-fit': 'Several transactions of the issuer could match.',
    'row-differs': 'The issuer has a transaction of this voucher with a different amount, currency or shop, or without a time.',
    'other-mid': 'The issuer has a matching transaction under another shop number.',
    'authorization-only': 'The issuer has an authorization, but no capture.',
    'issuer-silent': 'The issuer gave no usable response when we checked.',
    'search-restless': 'The issuer’s list kept changing while we read it, so it proves nothing.',
    'search-endless': 'The issuer listed more transactions than we could read in time.',
    'row-unproved': 'The issuer has a matching transaction, but neither its time nor the balance proves that it is this redemption.',
    'row-pending': 'The issuer has a matching transaction, but is still processing it.',
    'row-status-unknown': 'The issuer has a matching transaction, but its status is missing or unknown to us.',
    'balance-unproved': 'The issuer has no matching transaction, but the balance does not prove that nothing was redeemed.',
    'never-undisturbed': 'The issuer has no matching transaction, but we could not check for long enough without an interruption.',
    'proved-nothing': 'Two searches and the balance confirm that nothing was redeemed.',
    'found-late': 'The issuer listed it later.',
    'collected-again': 'The amount was redeemed again before the first result was known.',
    'not-ours': 'The issuer lists a capture for this shop that has no matching redemption here.',
    'claimed-by-other': 'The issuer lists this capture with a different voucher or amount than the redemption it confirmed.',
    'claim-reversed': 'The issuer took back the capture of this redemption, without a refund.',
    'claim-missing': 'The issuer no longer lists the capture of this redemption.',
    'not-searchable': 'The issuer offers no way to check this.',
    'resend-tells': 'You can safely send this again to see the result. Active cards stay active.',
    'look-behind': 'The issuer’s transactions have not been read since this time.',
    'backup-failed': 'No backup could be made since this time.',
    'backup-old': 'The next backup was due at this time.',
    'backup-unfit': 'The last backup could not be restored in a trial at this time.',
    'backup-last': 'Last successful backup.',
    'codes-guessed': 'Invalid codes entered within ten minutes.',
    'other-kind': 'The issuer’s response does not fit the voucher type in the settings.',
    'mid-differs': 'The issuer names another shop number than the setting.',
    'device-locked': 'Wrong PINs entered on this device until it was locked.',
    decided: 'A manager decided.',
  } satisfies Record<EvidenceCode, string>,
  issuerShows: 'Issuer’s transactions',
  rowTypes: {
    authorization: 'Authorization',
    capture: 'Capture',
    refund: 'Refund',
    other: 'Other transaction',
  } satisfies Record<Candidate['type'], string>,
  ownWords: 'Technical details',
  rowStatuses: {
    succeeded: 'Succeeded',
    failed: 'Declined',
    pending: 'Processing',
    reversed: 'Reversed',
    refunded: 'Refunded',
  } satisfies Record<Exclude<RowStatus, 'unknown'>, string>,
  noTime: 'no time',
  fromRequest: (ms: number, wait: (ms: number) => string) =>
    Math.abs(ms) < 1_000 ? 'at the time of our request' : ms > 0 ? `${wait(ms)} after our request` : `${wait(-ms)} before our request`,
  row: (id: string) => `Issuer’s transaction ${id}`,
  shopNumber: (mid: string) => `Shop number ${mid}`,
  whichRow: 'Which transaction?',
  transactionId: 'Issuer’s transaction ID',
  transactionIdHint: 'Ask the issuer for it. We check it before we use it.',
  reason: 'Reason',
  reasonHint: 'Saved with your name.',
  refundedNothing: 'The issuer refunded nothing. If you matched a transaction, the redemption is confirmed.',
  notOver: 'The case is not closed yet. It stays on the list.',
  openActivation: 'Open the activation',
  areActive: 'Are these cards active?',
  found: { active: 'Active', inactive: 'Not active', open: 'Not checked' },
  sendAgain: 'Send again',
  sentAgain: {
    done: 'Sent again: these cards are active.',
    other: 'Sent again. The issuer did not activate all of these cards. Open the activation to see why.',
    running: 'Sending again. The case closes when the response arrives.',
  },
  ways: {
    'attach-tender': {
      label: 'Match this transaction',
      lead: 'This transaction will confirm this redemption.',
      done: 'Matched. The redemption is confirmed.',
    },
    'attach-refund': {
      label: 'Match this transaction',
      lead: 'This transaction will confirm this refund.',
      done: 'Matched. The refund is confirmed.',
    },
    'attach-other': {
      label: 'Match this transaction',
      lead: 'This transaction of the issuer belongs to this case.',
      done: 'Matched.',
    },
    'keep-late': {
      label: 'Keep as redeemed',
      lead: 'Choose this if the customer paid with this voucher and in no other way.',
      done: 'Kept as redeemed.',
    },
    'refund-late': {
      label: 'Refund',
      lead: 'The full amount is refunded to the voucher.',
      done: 'Refund sent. It stays on this list until the result is known.',
    },
    'refund-overpaid': {
      label: 'Refund one',
      lead: 'The full amount is refunded to the voucher.',
      done: 'Refund sent. It stays on this list until the result is known.',
    },
    'refund-capture': {
      label: 'Refund',
      lead: 'No till here made this redemption. First check that no register or other till sold something for it. The full amount is refunded to the voucher. The redemption is saved with your name.',
      done: 'Refund sent. It stays on this list until the result is known.',
    },
    'refund-row': {
      label: 'Refund this transaction',
      lead: 'This transaction is matched to the redemption, and its full amount is refunded to the voucher.',
      done: 'Refund sent. It stays on this list until the result is known.',
    },
    'close-tender': {
      label: 'Mark as not redeemed',
      lead: 'We check with the issuer once more first. If it has a transaction that could match, the case stays open.',
      done: 'Marked as not redeemed.',
    },
    'close-refund': {
      label: 'Mark as not refunded',
      lead: 'Choose this if none of the listed refunds belongs to this redemption. We check with the issuer once more first. If it has another transaction that could match, the case stays open.',
      done: 'Marked as not refunded.',
    },
    'open-gap': {
      label: 'Reopen the shop now',
      lead: 'Some tills have not reported yet. Vouchers they redeemed could be redeemed again, and you will have to decide on unconfirmed redemptions. Only do this if a till can’t come back.',
      done: 'The shop is open.',
    },
    'close-capture': {
      label: 'Close the case',
      lead: 'Close this case only if no program or register is waiting for this amount. Any that is waiting will be notified that nothing was redeemed.',
      done: 'Case closed.',
    },
    'close-activation': {
      label: 'Record what you found',
      lead: 'Look up a card in each range, then record what you found.',
      done: 'Recorded.',
    },
    'close-other': {
      label: 'Close the case',
      lead: 'No further action will be taken here.',
      done: 'Case closed.',
    },
  },
};

/** The texts that every language has. */
export type AttentionMessages = typeof en;

declare module '../../words/page-words.ts' {
  interface PageMessages {
    readonly attention: AttentionMessages;
  }
}
