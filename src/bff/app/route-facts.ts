import type { Examples, MoneyEffects, Unconfirmed } from './feature-hooks.ts';

/** A valid request for each route of the core that needs a body or a query. */
export const CORE_EXAMPLES: Examples = {
  postTender: { code: '1234567890', amount: 100, currency: 'SGD' },
  postRefund: { tenderId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', reason: 'a wrong amount' },
  setup: { code: 'the setup code', device: { name: 'Till 9' }, manager: { name: 'Ben', pin: '480316' } },
  enrol: { code: 'ABCD-EFGH', name: 'Till 9' },
  codeShop: { code: 'ABCD-EFGH' },
  readBadge: { code: 'B-ABCDEFGHJKMNPQRSTVWXYZABCDEFGH' },
  signIn: { personId: 'unknown-person', pin: '480316' },
  firstPin: { personId: 'unknown-person', code: 'ABCD-EFGH', pin: '480316' },
  speak: { language: 'fr' },
  check: { code: '1234567890' },
  checkCard: { code: '1234567890' },
  putTender: { code: '1234567890', amount: 100, currency: 'SGD' },
  remembered: { journal: 'j', wishes: [], heard: [], taken: [] },
  putRefund: { tenderId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', reason: 'a wrong amount' },
  addPerson: { name: 'Zoe', role: 'cashier', pin: '592807' },
  changePerson: { name: 'Zoe' },
  settleAttention: { action: 'close', reason: 'a wrong amount' },
  putApproval: {
    personId: 'unknown-person',
    pin: '480316',
    wish: { kind: 'issue', order: { productCode: 'GIFT10', quantity: 1 } },
  },
  suspectScam: {
    wish: { kind: 'refund', refund: { tenderId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', reason: 'a wrong amount' } },
  },
  putChainSettings: { settings: { pinAboveCards: 50 }, locked: true },
  putSettings: { pinAboveCards: 50 },
  visit: { shop: 'main' },
  auditSearch: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
  auditExport: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
  putSaleReceipt: { receiptNo: 'R-1' },
  putSaleDue: { currency: 'SGD', due: 100, collected: null, revision: 1 },
};

/** The effect on money of each route of the core that changes something. */
export const CORE_MONEY: MoneyEffects = {
  requests: ['putTender', 'postTender', 'putRefund', 'postRefund'],
  follows: ['tender', 'cancelTender', 'refund', 'sale'],
  elsewhere: ['settleAttention'],
  none: [
    'visit',
    'putChainSettings',
    'addPerson',
    'suspectScam',
    'auditExport',
    'auditSearch',
    'changePerson',
    'check',
    'checkCard',
    'codeShop',
    'enrol',
    'enrolmentCode',
    'firstPin',
    'makeBadge',
    'practice',
    'putApproval',
    'putSaleDue',
    'putSaleReceipt',
    'putSettings',
    'readBadge',
    'remembered',
    'revokeBadge',
    'revokeDevice',
    'setup',
    'signIn',
    'signOut',
    'speak',
    'unlockDevice',
    'unlockShop',
  ],
};

/** Why no passkey guards these routes of managers. */
export const CORE_UNCONFIRMED: Unconfirmed = {
  auditSearch: 'reads a list',
  settleAttention: 'decides one operation, with its evidence in the trail, while a customer waits',
  visit: 'records a day, a note or a view, and changes nothing else',
};
