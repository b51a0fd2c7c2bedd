import { randomUUID } from 'node:crypto';
import type { Parts } from '../../bff/app/assemble.ts';
import type { Caller } from '../../bff/platform/http/caller.ts';
import type { ActivationRecord } from '../../features/gift-cards/bff/activation-store.ts';
import type { IssueRecord, OtherIssueFact } from '../../features/selling/bff/issue-store.ts';
import type { IssuedVoucher } from '../../features/selling/contract/issue.ts';
import { ANA, MEI, SHOP } from '../rigs/till.ts';

export const BY = { personId: ANA.person.id, person: ANA.person.name };
export const REFUSAL = { reason: 'used', issuerCode: 'E', issuerText: null } as const;
const RANGE = { start: '000101', end: '000102', count: 2 };
const RANGE_FACTS = {
  sent: { kind: 'sent', range: 0 },
  done: { kind: 'done', range: 0, activationId: null, deactivatable: true },
  refused: { kind: 'refused', range: 0, refusal: REFUSAL },
  not_sent: { kind: 'not_sent', range: 0, reason: 'refused' },
  unknown: { kind: 'unknown', range: 0, reason: 'silence', evidence: 'answer-lost', refusal: null },
  found_inactive: { kind: 'found_inactive', ranges: [0] as number[], by: BY, note: 'looked' },
  found_active: { kind: 'found_active', ranges: [0] as number[], by: BY, note: 'looked' },
  closed: { kind: 'closed', ranges: [0] as number[], by: BY, note: 'looked' },
  deactivated: { kind: 'deactivated', range: 0 },
  deactivation_unknown: { kind: 'deactivation_unknown', range: 0, reason: 'silence', evidence: 'answer-lost', refusal: null },
} as const;
/** Leads orders of vouchers and activations of cards into their states. */
export function createStockLeads(parts: Parts, nextDay: () => Promise<void>) {
  /** An order of two vouchers of 10.00, with these facts; a number is an answer with as many vouchers. */
  async function sell(...facts: readonly (OtherIssueFact | number | 'sent' | 'sent one')[]): Promise<IssueRecord> {
    const order = { productCode: 'GIFT10', quantity: 2, faceValue: null, clientReference: null };
    const begun = await parts.issueJournal.begin({ id: randomUUID(), shop: SHOP, ...pick(ANA), order, productName: 'Gift' });
    if (begun.outcome !== 'new') throw new Error(begun.outcome);
    let issue = begun.record;
    for (const fact of facts) {
      if (typeof fact === 'number') issue = await parts.issueJournal.issued(issue, vouchers(fact), fact < 2 ? REFUSAL : null);
      else if (typeof fact === 'object') issue = await parts.issueJournal.append(issue, fact);
      else issue = await parts.issueJournal.append(issue, { kind: 'sent', key: randomUUID(), quantity: fact === 'sent' ? 2 : 1 });
    }
    return issue;
  }
  async function printAgain(): Promise<void> {
    const { id } = await sell('sent', 2);
    for (const reason of [null, 'paper jam'])
      await parts.issues.print(MEI, id, { print: randomUUID(), ...(reason !== null && { reason }) });
  }
  async function returnOlder(): Promise<IssueRecord> {
    const issue = await sell('sent', 2);
    await nextDay();
    await parts.issues.takeBack(MEI, issue.id, { reason: 'Wrong product' });
    return issue;
  }

  async function deactivate(activation: ActivationRecord): Promise<ActivationRecord> {
    const begun = await parts.activationJournal.deactivate(activation, { range: 0, by: BY, note: 'wrong' });
    if (begun.outcome !== 'deactivating') throw new Error(begun.outcome);
    return begun.record;
  }
  /** Two cards in one range, with these facts. */
  async function activate(...facts: readonly (keyof typeof RANGE_FACTS | 'deactivating')[]): Promise<ActivationRecord> {
    const journal = parts.activationJournal;
    const begun = await journal.begin({ id: randomUUID(), shop: SHOP, ...pick(ANA), ranges: [RANGE] });
    if (begun.outcome !== 'new') throw new Error(begun.outcome);
    let activation = begun.record;
    for (const fact of facts)
      activation = fact === 'deactivating' ? await deactivate(activation) : await journal.append(activation, RANGE_FACTS[fact]);
    return activation;
  }
  async function activateHalves(): Promise<void> {
    const halved = await parts.activationJournal.resume(await activate('sent', 'refused'), { ranges: [0], halve: true, by: BY });
    if (halved.outcome !== 'resumed') throw new Error(halved.outcome);
  }

  return { sell, printAgain, returnOlder, activate, deactivate, activateHalves };
}

const pick = ({ device, person }: Caller) => ({ device, person });

const vouchers = (count: number) =>
  Array.from({ length: count }, (_, index): IssuedVoucher => {
    const texts = { name: null, productName: null, expires: null, url: null, shortUrl: null, pin: null };
    return { ...texts, code: `SOLD${index}`, voucherId: `id-${index}`, status: 'active', remaining: { amount: 1_000, currency: 'SGD' } };
  });
