import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { textAt } from '../rigs/people.ts';
import type { MeteredShop } from './shop.ts';

/** Ranges of cards that are activated. */
export async function activationDay({ ask, manager, issuer, card }: MeteredShop, number: number): Promise<void> {
  const by = manager;
  const range = (start: number) => [{ start: String(start), end: String(start + 9), count: 10 }];
  const [stopped, done] = [{ id: randomUUID() }, { id: randomUUID() }];
  /* Below the cards of the past. */
  const first = 900_000 - number * 100_000;
  issuer.failNextRanges({ commit: 'never', answer: 'not-sent' });
  await ask('putActivation', { by, params: stopped, body: { ranges: range(first) } });
  await ask('stopActivation', { by, params: stopped });
  await ask('resumeActivation', { by, params: stopped });
  await ask('putActivation', { by, params: done, body: { ranges: range(first + 100) } });
  await ask('deactivate', { by, params: done, body: { range: 0, reason: 'wrong cards' } });
  await ask('activation', { by, params: done });
  await ask('myActivations', { by });
  await ask('myActivations', { by, query: '?all=1' });
  await ask('checkCard', { by, body: { code: card() } });
}

/** Vouchers that are sold. */
export async function sellingDay({ ask, manager, issuer }: MeteredShop): Promise<void> {
  const by = manager;
  await ask('products', { by });
  await ask('product', { by, params: { code: 'GIFT10' } });
  const [stopped, sold] = [{ id: randomUUID() }, { id: randomUUID() }];
  const order = { productCode: 'GIFT10', quantity: 2 };
  issuer.failNextIssues({ commit: 'now', answer: 'normal', only: 1 });
  await ask('putIssue', { by, params: stopped, body: order });
  await ask('stopIssue', { by, params: stopped });
  await ask('resumeIssue', { by, params: stopped });
  await ask('putIssue', { by, params: sold, body: order });
  await ask('issue', { by, params: sold });
  await ask('issueStates', { by, params: sold, body: { from: 0 } });
  await ask('printIssue', { by, params: sold, body: { print: randomUUID() } });
  await ask('sendVoucher', { by, params: sold, body: { sending: randomUUID(), position: 0, reason: 'lost' } });
  await ask('showVoucher', { by, params: sold, body: { showing: randomUUID(), position: 1, reason: 'lost' } });
  await ask('takeBackIssue', { by, params: sold, body: { reason: 'returned' } });
  await ask('undoReturn', { by, params: sold });
  await ask('myIssues', { by });
  await ask('myIssues', { by, query: '?all=1' });
}

const RASTER = { width: 576, rows: 1, dots: deflateRawSync(Buffer.alloc(72, 0xff)).toString('base64') };

/** A printer that fetches its documents. */
export async function printingDay({ ask, machine, manager }: MeteredShop, subject: string): Promise<void> {
  const by = manager;
  const printer = { id: randomUUID() };
  const settings = { kind: 'cloudprnt', name: `Counter ${subject}`, width: 80, cutter: true, drawer: false };
  await ask('putPrinter', { by, params: printer, body: settings });
  const path = textAt(await ask('renewPrinter', { by, params: printer }), 'path');
  const [, , , id = '', token = ''] = path.split('/');
  const device = textAt((await manager.send('GET', '/api/devices')).body, '0', 'id');
  await ask('devicePrinter', { by, params: { id: device }, body: { printerId: printer.id } });
  await ask('awaitedDevice', { by, body: { name: `New ${subject}`, printerId: printer.id } });
  const put = async (of: string) => {
    const printout = { id: randomUUID() };
    await ask('putPrintout', {
      by,
      params: printout,
      body: { printerId: printer.id, what: 'receipt', subject: of, raster: RASTER, drawer: false },
    });
    return printout;
  };
  const fetch = async (query: string) => {
    await ask('pollPrinter', { by: machine, params: { id, token }, body: { statusCode: '200 OK' } });
    await ask('fetchPrintout', { by: machine, params: { id, token } });
    await ask('confirmPrintout', { by: machine, params: { id, token }, query });
  };
  await put(subject);
  await fetch('?code=200%20OK');
  await ask('cancelPrintout', { by, params: await put(subject) });
  const [unsure, again] = [await put(subject), { id: randomUUID() }];
  await fetch('?code=410');
  await ask('printAgain', { by, params: unsure, body: { id: again.id, mark: RASTER } });
  await fetch('?code=410');
  await ask('printoutCame', { by, params: again });
  await ask('putPrint', { by, params: { id: randomUUID() }, body: { what: 'receipt', subject } });
  for (const name of ['printers', 'printing', 'printouts'] as const) await ask(name, { by });
  await ask('removePrinter', { by, params: printer });
}

/** Registers, programs, and those that hear of news. */
export async function connectionDay({ ask, manager, till }: MeteredShop, number: number): Promise<void> {
  const by = manager;
  const origin = `https://register-${number}.example`;
  const register = { id: textAt(await ask('addRegister', { by, body: { origin, name: 'Bar' } }), 'id') };
  await ask('registerSecret', { by, params: register });
  await ask('endRegisterSecret', { by, params: register });
  const link = { amount: 100, currency: 'SGD', reference: `R-${number}`, returnUrl: `${origin}/`, state: '' };
  const opened = textAt(await ask('putPayLink', { by: till, params: { id: randomUUID() }, body: link }), 'id');
  await ask('returnFromLink', { by: till, params: { id: opened }, body: { awaiting: [] } });
  await ask('registers', { by });
  await ask('removeRegister', { by, params: register });
  const key = { id: textAt(await ask('makeKey', { by, body: { name: `Program ${number}`, scopes: ['check'] } }), 'id') };
  await ask('replaceKey', { by, params: key });
  await ask('keys', { by });
  await ask('revokeKey', { by, params: key });
  const hook = { id: textAt(await ask('addWebhook', { by, body: { url: 'https://127.0.0.1:9/hook', news: ['tender.taken'] } }), 'id') };
  await ask('rotateWebhook', { by, params: hook });
  await ask('removeWebhook', { by, params: hook });
  const hooks = await ask('webhooks', { by });
  const id = textAt(hooks, '0', 'id');
  const messages = await ask('webhookMessages', { by, params: { id } });
  await ask('sendMessageAgain', { by, params: { id }, body: { message: textAt(messages, '0', 'id') } });
  const report = { version: '0', browser: 'Chrome', reads: null, clockErrorMs: 0, unsent: 0, locked: true };
  await ask('reportDevice', { by: till, body: report });
  await ask('askForReports', { by, body: {} });
  await ask('fleet', { by });
  await ask('fleetExport', { by });
}
