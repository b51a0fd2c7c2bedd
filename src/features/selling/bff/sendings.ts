import type { SaleLimits } from '../../../bff/access/approval/sale-limits.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { type Caller, deciderOf } from '../../../bff/platform/http/caller.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person } from '../../../contract/access/people.ts';
import type { SendRequest, SentVoucher } from '../contract/issue.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';
import { assertMayRepeat } from './prints.ts';
import { alreadySent, noSuchVoucher, reasonNeeded, saleWasReturned } from './problems.ts';

interface SendDeps extends Pick<Ports, 'clock' | 'audit'> {
  readonly journal: IssueJournal;
  readonly saleLimits: SaleLimits;
  /** Decides about an issue that the caller may see, without concurrent changes. */
  readonly decide: (
    caller: Caller,
    id: string,
    step: (found: IssueRecord) => Promise<IssueRecord>,
  ) => Promise<IssueRecord>;
}

/**
 * Permission to send a voucher. `same-again`: a repeated request, whose first response may have
 * been lost.
 */
export type MaySend = 'same-again' | 'first' | 'again' | 'manager-needed' | 'reason-needed';

/**
 * Decides who may send a voucher: the person who sold it, once, and only if it was not printed;
 * later only a manager, with a reason.
 * @param now milliseconds UTC
 */
export function maySend(
  { status }: IssueRecord,
  person: Person,
  { sending, position, reason }: SendRequest,
  now: number,
): MaySend {
  const last = status.sent.find((one) => one.position === position);
  const isSame = last?.sending === sending && last.by.personId === person.id && now - last.at < LIMITS.printAgainMs;
  if (isSame) return 'same-again';
  if (last === undefined && position >= status.printed) return 'first';
  if (person.role !== 'manager') return 'manager-needed';
  return reason === undefined ? 'reason-needed' : 'again';
}

/** @throws as `Issues.send` */
export async function sendVoucher(
  deps: SendDeps,
  caller: Caller,
  id: string,
  request: SendRequest,
): Promise<SentVoucher> {
  const { journal, saleLimits, audit, clock, decide } = deps;
  const limits = await saleLimits.set(caller.shop);
  const { sending, position, reason = null } = request;
  let sent: SentVoucher = { link: null, pin: null };
  await decide(caller, id, async (found) => {
    if (found.status.takenBack !== null) throw saleWasReturned();
    const voucher = position < found.status.issued ? (await journal.vouchers(found))[position] : undefined;
    if (voucher === undefined) throw noSuchVoucher();
    const may = maySend(found, caller.person, request, clock.now());
    if (may === 'manager-needed') throw alreadySent();
    if (may === 'reason-needed') throw reasonNeeded();
    const link = [voucher.shortUrl, voucher.url].find(isLink) ?? null;
    sent = { link, pin: link === null ? null : voucher.pin };
    /* Without a link, nothing is released. */
    if (link === null || may === 'same-again') return found;
    const fact = {
      kind: 'link_given',
      sending,
      from: position,
      to: position + 1,
      by: deciderOf(caller),
      reason,
    } as const;
    const details = { vouchers: 1, reason: reason ?? '' };
    return journal.given(found, fact, async (tx) => {
      if (may !== 'again') return;
      await assertMayRepeat(saleLimits, tx, { caller, id, limits, vouchers: 1 });
      await audit.write({ by: caller, action: 'voucher.sent-again', subject: id, details }, tx);
    });
  });
  return sent;
}

/** True for the address of a web page, because customers open the link. */
function isLink(text: string | null): text is string {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
