import * as z from 'zod/mini';
import type { TrailKind } from './audit.ts';

/**
 * What the audit trail keeps by itself, in its chain.
 *
 * That is everything that people do to the shop, its people, its devices and its data. What happens
 * to vouchers is in the journal and shown beside it, see {@link journalActionSchema}.
 */
export const auditActionSchema = z.enum([
  'trail.begun',
  'journal.sealed',
  'settings.changed',
  'shop.set-up',
  'shop.refused',
  'shop.unlocked',
  'shop.opened-at-server',
  'device.practised',
  'device.code-made',
  'device.enrolled',
  'device.refused',
  'device.revoked',
  'device.unlocked',
  'device.display-connected',
  'device.display-ended',
  'person.added',
  'person.renamed',
  'person.role-changed',
  'person.pin-reset',
  'person.disabled',
  'person.enabled',
  'person.unlocked',
  'person.badge-made',
  'person.badge-revoked',
  'session.started',
  'session.refused',
  'session.badge-refused',
  'session.locked',
  'session.ended',
  'pin.confirmed',
  'pin.refused',
  'activation.approved',
  'issue.approved',
  'refund.approved',
  'data.exported',
  'data.restored',
  'data.keys-rotated',
  'data.gap-found',
  'data.gap-ended',
  'data.gap-overruled',
  'voucher.reprinted',
  'voucher.sent-again',
  'story.opened',
  'story.noted',
  'day.closed',
  'printer.added',
  'printer.changed',
  'printer.removed',
  'printer.chosen',
  'printer.drawer-opened',
  'printer.printed-again',
  'printer.paper-seen',
  'codes.guessed',
  'codes.closed',
  'key.made',
  'key.replaced',
  'key.revoked',
  'webhook.added',
  'webhook.secret-changed',
  'webhook.removed',
  'register.listed',
  'register.signs',
  'register.signs-not',
  'register.removed',
  'register.told',
]);
export type AuditAction = z.infer<typeof auditActionSchema>;

/** Lines of the trail that are read from the journal. */
const journalActionSchema = z.enum([
  'tender.asked',
  'tender.taken',
  'tender.partly-taken',
  'tender.refused',
  'tender.not-taken',
  'tender.unknown',
  'tender.manager',
  'tender.late',
  'tender.attached',
  'tender.closed',
  'refund.asked',
  'refund.done',
  'refund.refused',
  'refund.not-done',
  'refund.unknown',
  'refund.manager',
  'refund.attached',
  'refund.closed',
  'activation.asked',
  'activation.stopped',
  'activation.resumed',
  'activation.closed',
  'activation.deactivation-asked',
  'activation.deactivated',
  'activation.not-deactivated',
  'activation.deactivation-unknown',
  'issue.asked',
  'issue.stopped',
  'issue.resumed',
  'issue.closed',
  'issue.printed',
  'issue.voucher-sent',
  'capture.found',
  'capture.closed',
]);
export type JournalAction = z.infer<typeof journalActionSchema>;
/** Every line's action. */
export type TrailAction = AuditAction | JournalAction;

/** The kind of a line, by the part of its action before the dot. */
const KINDS: Readonly<Record<string, TrailKind>> = {
  person: 'people',
  device: 'devices',
  key: 'devices',
  webhook: 'devices',
  shop: 'devices',
  printer: 'devices',
  session: 'sign-in',
  pin: 'sign-in',
  data: 'data',
  day: 'data',
  settings: 'data',
  register: 'data',
  trail: 'data',
  journal: 'data',
  tender: 'redemptions',
  codes: 'redemptions',
  story: 'stories',
  refund: 'refunds',
  activation: 'cards',
  issue: 'sales',
  voucher: 'sales',
  capture: 'captures',
};

/** Under which kind a manager finds an action. */
export function kindOf(action: TrailAction): TrailKind {
  const kind = KINDS[action.slice(0, action.indexOf('.'))];
  if (kind === undefined) throw new Error(`The action ${action} has no kind`);
  return kind;
}
