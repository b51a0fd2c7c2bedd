import type { SaleLimits } from '../../../bff/access/approval/sale-limits.ts';
import type { Hooks } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { type Caller, deciderOf } from '../../../bff/platform/http/caller.ts';
import type { Problem } from '../../../bff/platform/http/problem.ts';
import type { Gate } from '../../../bff/redemption/recovery/gate.ts';
import type { issueAuditActions } from '../contract/audit-actions.ts';
import { type Channel, type IssuedVoucher, type ReleasedVoucher, voucherSubject } from '../contract/issue.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';
import { alreadyPrinted, alreadySent, alreadyShown, noSuchVoucher, reasonNeeded, saleWasReturned } from './problems.ts';
import { mayRelease, positionsOf, printKey, type ReleaseEvidence, type ReleaseRequest } from './releases.ts';

export interface ReleaseDeps extends Pick<Ports, 'clock' | 'audit'> {
  readonly sentPrintouts: NonNullable<Hooks['sentPrintouts']>;
  readonly journal: IssueJournal;
  readonly saleLimits: SaleLimits;
  readonly gate: Pick<Gate, 'mayLackFacts'>;
  /** Decides about an issue that the caller may see, without concurrent changes. */
  readonly decide: (
    caller: Caller,
    id: string,
    step: (found: IssueRecord) => Promise<IssueRecord>,
  ) => Promise<IssueRecord>;
}

/** How each channel refuses a second release, and records it in the audit trail. */
const CHANNEL_RULES = {
  print: { refusal: alreadyPrinted, again: 'voucher.reprinted' },
  send: { refusal: alreadySent, again: 'voucher.sent-again' },
  show: { refusal: alreadyShown, again: 'voucher.shown-again' },
} as const satisfies Record<Channel, { refusal: () => Problem; again: keyof typeof issueAuditActions }>;

/**
 * Records a release of vouchers, and returns them. All channels release vouchers here.
 * @param isReleasable false for a voucher that the channel cannot release, so that nothing is
 * recorded
 * @throws Problem 404 for an unknown voucher; 403 `already-printed`, `already-sent`,
 * `already-shown`; 400 `bad-request` for a manager without a reason; 409 `taken-back`; also those
 * of {@link SaleLimits.assertWithin}
 */
export async function releaseVouchers(
  { decide, ...deps }: ReleaseDeps,
  caller: Caller,
  id: string,
  request: ReleaseRequest & { readonly isReleasable?: (voucher: IssuedVoucher) => boolean },
): Promise<ReleasedVoucher[]> {
  const { channel, which, reason, isReleasable = () => true } = request;
  const { refusal, again } = CHANNEL_RULES[channel];
  const limits = await deps.saleLimits.set(caller.shop);
  let released: ReleasedVoucher[] = [];
  await decide(caller, id, async (found) => {
    if (found.status.takenBack !== null) throw saleWasReturned();
    if (which !== 'all' && which >= found.status.issued) throw noSuchVoucher();
    const now = deps.clock.now();
    const evidence = await releaseEvidence(deps, found);
    const may = mayRelease(found.status, caller.person, request, { evidence, now });
    if (may.kind === 'manager-needed') throw refusal();
    if (may.kind === 'reason-needed') throw reasonNeeded();
    const vouchers = await deps.journal.vouchers(found);
    released = may.positions.flatMap((position) => {
      const voucher = vouchers[position];
      return voucher === undefined ? [] : [{ ...voucher, position, isCopy: may.copies.has(position) }];
    });
    if (may.kind === 'same-again' || released.length === 0 || !released.every(isReleasable)) return found;
    const count = released.length;
    const fact = { ...factOf(request, may.positions), by: deciderOf(caller), reason };
    return deps.journal.recordRelease(found, fact, async (tx) => {
      if (may.kind === 'first') return;
      const wish = { kind: 'reprint', vouchers: count } as const;
      await deps.saleLimits.assertWithin(tx, caller, { id, wish }, { limits, amounts: { reprint: count } });
      const details = { vouchers: count, reason: reason ?? '' };
      await deps.audit.write({ by: caller, action: again, subject: id, details }, tx);
    });
  });
  return released;
}

function factOf({ channel, id }: ReleaseRequest, positions: readonly number[]) {
  const from = Math.min(...positions);
  const to = Math.max(...positions) + 1;
  const wanted = new Set(positions);
  const skipped = positionsOf({ from, to, skipped: positions });
  switch (channel) {
    case 'print':
      return { kind: 'printed', print: id, from, to, ...(wanted.size < to - from && { skipped }) } as const;
    case 'send':
      return { kind: 'link_given', sending: id, from, to } as const;
    case 'show':
      return { kind: 'shown', showing: id, from, to } as const;
    default:
      return channel satisfies never;
  }
}

/**
 * Reads the evidence about earlier releases. A print whose every printout was cancelled or
 * never sent is no release; one without a printout, or an unsure one, is.
 */
export async function releaseEvidence(
  { sentPrintouts, gate }: Pick<ReleaseDeps, 'sentPrintouts' | 'gate'>,
  issue: IssueRecord,
): Promise<ReleaseEvidence> {
  const prints = issue.status.releases.filter(({ channel }) => channel === 'print');
  const mayLack = gate.mayLackFacts(issue);
  if (prints.length === 0) return { failed: new Set(), mayLack };
  const subjects = [...new Set(prints.flatMap(positionsOf))].map((position) => voucherSubject(issue.id, position));
  const printouts = await sentPrintouts(issue.shop, 'voucher', subjects);
  const failed = prints.flatMap((print) =>
    positionsOf(print)
      .filter((position) => {
        const since = printouts.filter(
          ({ subject, at }) => subject === voucherSubject(issue.id, position) && at >= print.at,
        );
        return since.length > 0 && since.every(({ isFailed }) => isFailed);
      })
      .map((position) => printKey(print, position)),
  );
  return { failed: new Set(failed), mayLack };
}
