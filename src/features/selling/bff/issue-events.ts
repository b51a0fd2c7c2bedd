import type { VoucherEvent } from '../../../bff/app/feature-hooks.ts';
import { magnitude, unitOf } from '../../../contract/money/money.ts';
import type { IssueJournal } from './issue-store.ts';

/** Returns the issue of a voucher by this shop: time and initial balance. */
export function issueEventsOf(found: Awaited<ReturnType<IssueJournal['ofVoucher']>>): VoucherEvent[] {
  if (found === null) return [];
  const { issue, voucher } = found;
  const { person, device, id, facts, createdAt } = issue;
  const value = voucher.remaining;
  return [
    {
      id,
      what: 'issued',
      at: facts.find(({ fact }) => fact.kind === 'issued')?.at ?? createdAt,
      value: value && magnitude(value),
      unit: value && unitOf(value),
      person: person.name,
      device: device.name,
      cards: null,
    },
  ];
}
