import type { SaleLimits } from '../../../bff/access/approval/sale-limits.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person } from '../../../contract/access/people.ts';
import type { SetSaleLimits } from '../../../contract/access/sale-limit.ts';
import type { Print } from './issue-facts.ts';
import type { IssueRecord } from './issue-store.ts';

/** Permission to print, by position in the issue; `to` is exclusive. */
export type MayPrint =
  /** A repeated request, whose first response may have been lost. */
  | { readonly kind: 'same-again'; readonly from: number; readonly to: number }
  | { readonly kind: 'first'; readonly from: number; readonly to: number }
  /** Some of them were printed before. */
  | { readonly kind: 'again'; readonly from: number; readonly to: number }
  | { readonly kind: 'refused'; readonly why: 'manager-needed' | 'reason-needed' };

export interface PrintOrder {
  /** Id of this print, created by the page. */
  readonly print: string;
  readonly reason: string | null;
}

/**
 * Decides who may print: each voucher is released for printing once, for the person who sold it;
 * later only for a manager, with a reason.
 * @param now milliseconds UTC
 */
export function mayPrint(
  { status }: IssueRecord,
  person: Person,
  { print, reason }: PrintOrder,
  now: number,
): MayPrint {
  const { printed, issued, lastPrint } = status;
  if (lastPrint !== null && isSame(lastPrint, person, print, now))
    return { kind: 'same-again', from: lastPrint.from, to: lastPrint.to };
  const isManager = person.role === 'manager';
  if (reason !== null && isManager && printed > 0) return { kind: 'again', from: 0, to: issued };
  if (printed < issued || issued === 0) return { kind: 'first', from: printed, to: issued };
  return { kind: 'refused', why: isManager ? 'reason-needed' : 'manager-needed' };
}

function isSame(last: Print, person: Person, print: string, now: number): boolean {
  return last.print === print && last.by.personId === person.id && now - last.at < LIMITS.printAgainMs;
}

/**
 * Checks a repeat against the shop's limit, in the transaction that writes it.
 * @throws as {@link SaleLimits.assertWithin}
 */
export function assertMayRepeat(
  saleLimits: SaleLimits,
  tx: Tx,
  request: { readonly caller: Caller; readonly id: string; readonly limits: SetSaleLimits; readonly vouchers: number },
): Promise<void> {
  const { caller, id, limits, vouchers } = request;
  const reprint = { id, wish: { kind: 'reprint', vouchers } } as const;
  return saleLimits.assertWithin(tx, caller, reprint, { limits, amounts: { reprint: vouchers } });
}
