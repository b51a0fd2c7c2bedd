import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../contract/platform/endpoints.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { createGapStore } from '../../platform/store/journal-gaps.ts';

/**
 * Every route that may request money a second time, with its protection while the journal may lack
 * the first request.
 */

const REF = '1234567890';
const TENDER = { code: REF, amount: 2000, currency: 'SGD' };
const REFUND = { tenderId: randomUUID(), reason: 'wrong voucher' };
const ONCE = { 'Idempotency-Key': 'order-1029' };

interface Way {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Requests money, vouchers or active cards. */
const ASKS = {
  putTender: { body: TENDER },
  postTender: { body: TENDER, headers: ONCE },
  putRefund: { body: REFUND },
  postRefund: { body: REFUND, headers: ONCE },
  putIssue: { body: { productCode: 'GIFT10', quantity: 1 } },
  resumeIssue: {},
  putActivation: { body: { ranges: [{ start: '001', end: '010', count: 10 }] } },
  resumeActivation: { body: {} },
  deactivate: { body: { range: 0, reason: 'Wrong box' } },
} satisfies Partial<Record<EndpointName, Way>>;
/** Queries or cancels an operation. No caller may learn that it never arrived. */
const ASKS_AFTER = [
  'tender',
  'cancelTender',
  'refund',
  'issue',
  'stopIssue',
  'activation',
  'stopActivation',
  'takeBackIssue',
  'undoReturn',
  'issueStates',
  'printIssue',
  'sendVoucher',
  'showVoucher',
  'sale',
] as const;
/**
 * Refunds through `putRefund`, from a case in the journal. Other specs test the return address of a
 * link.
 */
const BY_ANOTHER_WAY = ['settleAttention', 'putPayLink', 'returnFromLink'] as const;

let server: TestServer;
let issuer: ModelIssuer;
let manager: TestBrowser;
beforeEach(async () => {
  server = await createTestServer({
    issuer(clock) {
      issuer = createModelIssuer({ clock });
      issuer.add(REF);
      return issuer;
    },
  });
  manager = (await setUpShop(server)).browser;
  const now = server.clock.now();
  await createGapStore(server.db, SHOP).note({
    id: randomUUID(),
    reason: 'restored',
    fromAt: now - 60_000,
    foundAt: now,
  });
  await server.parts.opening.start();
});
afterEach(() => server.close());

const BODIES: Partial<Record<EndpointName, unknown>> = {
  issueStates: { from: 0 },
  printIssue: { print: randomUUID() },
  sendVoucher: { sending: randomUUID(), position: 0 },
  showVoucher: { showing: randomUUID(), position: 0 },
  takeBackIssue: { reason: 'Wrong product' },
};

function ask(name: EndpointName, { body, headers = {} }: Way) {
  const { method, path } = endpoints[name];
  return manager.send(method, path.replace(':id', randomUUID()), body, headers);
}

describe('while the journal may lack confirmed operations', () => {
  it.each(Object.entries(ASKS) as [EndpointName, Way][])(
    '%s is refused as safe to repeat, and nothing is sent',
    async (name, way) => {
      const answer = await ask(name, way);
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'journal-gap', retry: 'safe' } } });
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect([issuer.attempts(), issuer.refundsCalled(), issuer.ordersTried()]).toEqual([0, [], []]);
      expect([issuer.rangesTried(), issuer.deactivationsTried()]).toEqual([[], []]);
    },
  );

  it.each(ASKS_AFTER)('%s never gets the answer “not received”', async (name) => {
    const answer = await ask(name, { body: BODIES[name] });
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'journal-gap' } } });
  });
});

it('a device is not awaited after its report, even if only stock staff signed in on it', async () => {
  const stock = await signedIn(server, manager, { name: 'Sam', role: 'stock', pin: '730264' });
  const { body } = await stock.send('GET', '/api/journal');
  const report = { journal: textAt(body, 'id'), wishes: [], heard: [], taken: [] };
  expect(await stock.send('POST', '/api/journal/remembered', report)).toMatchObject({
    status: 200,
    body: { closed: { awaitsThisTill: false } },
  });
});

it('every route is listed by how it moves money', () => {
  const judged = new Set<string>([...Object.keys(ASKS), ...ASKS_AFTER, ...BY_ANOTHER_WAY, ...ASKS_FOR_NONE]);
  const changing = Object.entries(endpoints).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));
  expect(changing.filter((name) => !judged.has(name))).toEqual([]);
  expect([...judged].filter((name) => !(name in endpoints))).toEqual([]);
});

/**
 * Neither takes nor gives anything worth money: these are about people, tills, printers and lists.
 */
const ASKS_FOR_NONE = [
  'passkeySignInOptions',
  'passkeySignIn',
  'officeCodeOptions',
  'enrolPasskey',
  'newPasskeyOptions',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'passkeyConfirmOptions',
  'confirmWithPasskey',
  'confirmWithManager',
  'makeOfficeCode',
  'visit',
  'putChainSettings',
  'listBackups',
  'uploadBackup',
  'discardUpload',
  'tryBackup',
  'restoreBackup',
  'reportDevice',
  'askForReports',
  'addPerson',
  'addRegister',
  'addWebhook',
  'answerApproval',
  'askApproval',
  'suspectScam',
  'auditExport',
  'auditSearch',
  'cancelPrintout',
  'changePerson',
  'check',
  'checkCard',
  'closeShift',
  'confirmPrintout',
  'connectDisplay',
  'devicePrinter',
  'displayCode',
  'endDisplay',
  'endRegisterSecret',
  'enrol',
  'enrolmentCode',
  'exceptions',
  'exportBooks',
  'exportChainClosings',
  'exportChainStatement',
  'exportStatement',
  'exportTransactions',
  'letGo',
  'lookedAt',
  'makeBadge',
  'makeKey',
  'noteShift',
  'noteStory',
  'ourLines',
  'pollPrinter',
  'practice',
  'printAgain',
  'printoutCame',
  'putApproval',
  'putBooks',
  'putClosing',
  'putHold',
  'putLayout',
  'putMatchNote',
  'putPrinter',
  'putPrintout',
  'putPrint',
  'putSaleDue',
  'putSaleReceipt',
  'putSettings',
  'readBadge',
  'registerSecret',
  'remembered',
  'removePrinter',
  'removeRegister',
  'removeWebhook',
  'renewPrinter',
  'replaceKey',
  'revokeBadge',
  'revokeDevice',
  'revokeKey',
  'rotateWebhook',
  'searchTransactions',
  'setup',
  'showSale',
  'signIn',
  'signOut',
  'speak',
  'statement',
  'story',
  'takeBackApproval',
  'transactionDetail',
  'transactionLines',
  'transactionTotals',
  'unlockDevice',
  'unlockShop',
  'voucherTag',
] as const satisfies readonly EndpointName[];
