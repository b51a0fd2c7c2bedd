import { featureAuditActions } from '../../features/contract.ts';
import type { AuditActions, TrailKind } from './audit.ts';

/**
 * Actions of the core on the shop, its people, devices and data. The audit trail stores them in its
 * chain. Events of vouchers are in the journal and merged into the trail, see {@link
 * JournalAction}.
 */
const CORE_ACTIONS = {
  'trail.begun': 'data',
  'journal.sealed': 'data',
  'settings.changed': 'data',
  'settings.reset': 'data',
  'chain.settings-changed': 'data',
  'shop.set-up': 'devices',
  'shop.refused': 'devices',
  'shop.unlocked': 'devices',
  'shop.opened-at-server': 'devices',
  'device.practised': 'devices',
  'device.code-made': 'devices',
  'device.enrolled': 'devices',
  'device.refused': 'devices',
  'device.revoked': 'devices',
  'device.moved': 'devices',
  'device.unlocked': 'devices',
  'person.added': 'people',
  'person.placed': 'people',
  'person.left': 'people',
  'person.renamed': 'people',
  'person.role-changed': 'people',
  'person.pin-reset': 'people',
  'person.code-made': 'people',
  'person.pin-chosen': 'people',
  'person.disabled': 'people',
  'person.enabled': 'people',
  'person.unlocked': 'people',
  'person.erased': 'people',
  'person.badge-made': 'people',
  'person.badge-revoked': 'people',
  'session.started': 'sign-in',
  'session.refused': 'sign-in',
  'session.badge-refused': 'sign-in',
  'session.locked': 'sign-in',
  'session.ended': 'sign-in',
  'session.moved': 'sign-in',
  'pin.confirmed': 'sign-in',
  'pin.refused': 'sign-in',
  'activation.approved': 'cards',
  'issue.approved': 'sales',
  'refund.approved': 'refunds',
  'tender.approved': 'redemptions',
  'reprint.approved': 'sales',
  'scam.suspected': 'sales',
  'limit.met': 'redemptions',
  'limit.loosened': 'redemptions',
  'data.exported': 'data',
  'data.gap-found': 'data',
  'data.gap-ended': 'data',
  'data.gap-overruled': 'data',
  'codes.guessed': 'redemptions',
  'codes.closed': 'redemptions',
  'overpayment.closed': 'redemptions',
  'sale.receipt-number': 'redemptions',
  'sale.due': 'redemptions',
  'codes.checked-often': 'redemptions',
} as const satisfies AuditActions;

/** Lines of the trail that are read from the journal. */
const JOURNAL_ACTIONS = {
  'tender.asked': 'redemptions',
  'tender.taken': 'redemptions',
  'tender.partly-taken': 'redemptions',
  'tender.refused': 'redemptions',
  'tender.not-taken': 'redemptions',
  'tender.unknown': 'redemptions',
  'tender.manager': 'redemptions',
  'tender.late': 'redemptions',
  'tender.attached': 'redemptions',
  'tender.closed': 'redemptions',
  'refund.asked': 'refunds',
  'refund.done': 'refunds',
  'refund.refused': 'refunds',
  'refund.not-done': 'refunds',
  'refund.unknown': 'refunds',
  'refund.manager': 'refunds',
  'refund.attached': 'refunds',
  'refund.closed': 'refunds',
  'activation.asked': 'cards',
  'activation.stopped': 'cards',
  'activation.resumed': 'cards',
  'activation.closed': 'cards',
  'activation.found-active': 'cards',
  'activation.found-inactive': 'cards',
  'activation.deactivation-asked': 'cards',
  'activation.deactivated': 'cards',
  'activation.not-deactivated': 'cards',
  'activation.deactivation-unknown': 'cards',
  'issue.asked': 'sales',
  'issue.stopped': 'sales',
  'issue.resumed': 'sales',
  'issue.closed': 'sales',
  'issue.printed': 'sales',
  'issue.voucher-sent': 'sales',
  'issue.voucher-shown': 'sales',
  'issue.taken-back': 'sales',
  'issue.return-undone': 'sales',
  'capture.found': 'captures',
  'capture.closed': 'captures',
} as const satisfies AuditActions;

const STORED_ACTIONS = { ...CORE_ACTIONS, ...featureAuditActions };
export type AuditAction = keyof typeof STORED_ACTIONS;
export type JournalAction = keyof typeof JOURNAL_ACTIONS;
export type TrailAction = AuditAction | JournalAction;
/** Actions whose texts no feature has. */
export type CoreAction = keyof typeof CORE_ACTIONS | JournalAction;

const KINDS: Readonly<Record<TrailAction, TrailKind>> = { ...STORED_ACTIONS, ...JOURNAL_ACTIONS };

/** Every action that is stored in the trail's own table. */
export const storedActions = Object.keys(STORED_ACTIONS) as AuditAction[];

export const kindOf = (action: TrailAction): TrailKind => KINDS[action];
