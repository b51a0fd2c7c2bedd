import * as z from 'zod/mini';
import { approvalRequestSchema, approvalSchema, managerRequestSchema } from '../access/approval.ts';
import {
  badgeSchema,
  deviceSchema,
  enrolmentCodeSchema,
  newPersonSchema,
  personAdminSchema,
  personChangeSchema,
  shopLockSchema,
  trainingVoucherSchema,
} from '../access/people.ts';
import {
  chainSettingsSchema,
  changeSettingsSchema,
  settingNameSchema,
  settingOriginSchema,
  shopSettingsSchema,
} from '../access/settings.ts';
import { attentionItemSchema, attentionRequestSchema } from '../redemption/attention.ts';
import { refundRequestSchema, refundViewSchema } from '../redemption/refund.ts';
import { saleDueSchema, saleReceiptSchema, saleSchema, storedSaleDueSchema } from '../redemption/sale.ts';
import { tenderRequestSchema, tenderViewSchema } from '../redemption/tender.ts';
import { checkAnswerSchema, codeSchema } from '../voucher/voucher.ts';
import { trailExportSchema, trailPageSchema, trailSearchSchema } from './audit.ts';
import { fileQuery } from './csv.ts';
import { type Endpoint, get, list, patch, post, put, remove } from './endpoint.ts';
import { publicKeysSchema } from './public-keys.ts';

/**
 * Routes of pages that are opened on demand. A page loads this table with its first call of such a
 * route.
 */
export const officeEndpoints = {
  practiceVouchers: get('/api/practice/vouchers', 'device', list(trainingVoucherSchema)),
  enrolmentCode: post('/api/devices/codes', 'manager', null, enrolmentCodeSchema, { creates: true, confirms: true }),
  devices: get('/api/devices', 'manager', list(deviceSchema)),
  revokeDevice: remove('/api/devices/:id', 'manager', null, { confirms: true }),
  unlockDevice: post('/api/devices/:id/unlock', 'manager', null, null, { confirms: true }),
  shopLock: get('/api/shop/lock', 'manager', shopLockSchema, { background: true }),
  unlockShop: post('/api/shop/unlock', 'manager', null, null, { confirms: true }),
  addPerson: post('/api/people', 'manager', newPersonSchema, personAdminSchema, { creates: true, confirms: true }),
  changePerson: patch('/api/people/:id', 'manager', personChangeSchema, personAdminSchema, { confirms: true }),
  makeBadge: post('/api/people/:id/badge', 'manager', null, badgeSchema, { confirms: true }),
  revokeBadge: remove('/api/people/:id/badge', 'manager', null, { confirms: true }),
  attention: get('/api/attention', 'manager', list(attentionItemSchema), { background: true }),
  /** Returns the updated case; null if the case has left the list. */
  settleAttention: post(
    '/api/attention/:id',
    'manager',
    attentionRequestSchema,
    z.object({ item: z.nullable(attentionItemSchema) }),
  ),
  /**
   * Checks one card by its code, as at the till. Used for a sample before or after a range is
   * activated.
   */
  checkCard: post('/api/cards/check', 'stock', z.strictObject({ code: codeSchema }), checkAnswerSchema),
  putApproval: put('/api/approvals/:id', 'session', approvalRequestSchema, approvalSchema),
  suspectScam: post('/api/approvals/:id/suspected', 'session', managerRequestSchema, null),
  settings: get('/api/settings', 'session', shopSettingsSchema),
  putSettings: put('/api/settings', 'manager', changeSettingsSchema, shopSettingsSchema, { confirms: true }),
  settingOrigins: get('/api/settings/origins', 'manager', z.partialRecord(settingNameSchema, settingOriginSchema)),
  putChainSettings: put('/api/settings/chain', 'office', chainSettingsSchema, shopSettingsSchema, { confirms: true }),
  returnKey: get('/.well-known/tillside.json', 'any', publicKeysSchema),
  auditSearch: post('/api/audit/search', 'manager', trailSearchSchema, trailPageSchema),
  auditExport: post('/api/audit/export', 'manager', trailExportSchema, null, {
    query: fileQuery,
    stream: 'text/csv',
    confirms: true,
  }),
  /**
   * As `PUT /api/tenders/:id`, for programs that cannot name the address.
   *
   * The id is the `Idempotency-Key` header, or derived from it.
   */
  postTender: post('/api/tenders', 'cashier', tenderRequestSchema, tenderViewSchema, {
    scopes: ['redeem'],
    onceByHeader: true,
  }),
  postRefund: post('/api/refunds', 'cashier', refundRequestSchema, refundViewSchema, {
    scopes: ['refund'],
    onceByHeader: true,
  }),
  sale: get('/api/sales/:id', 'cashier', saleSchema, {
    forVisitors: true,
    query: { due: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) },
    scopes: ['read'],
  }),
  putSaleReceipt: put('/api/sales/:id/receipt', 'cashier', saleReceiptSchema, saleReceiptSchema),
  putSaleDue: put('/api/sales/:id/due', 'cashier', saleDueSchema, storedSaleDueSchema, { background: true }),
} as const satisfies Record<string, Endpoint>;
