import { requestedWorth, type TenderRequest } from '../../contract/tender.ts';
import type { Clock } from '../base/ports.ts';
import { within } from '../base/within.ts';
import { followLink, readCode } from '../check/resolve.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { Gate } from '../gap/gate.ts';
import type { CodeTry } from '../guessing/wrong-codes.ts';
import type { Issuer } from '../issuer/port.ts';
import type { NewTender, TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { Begun } from '../operation/journal-port.ts';
import type { Ground, Snapshot } from '../operation/snapshot.ts';
import { issuerUnreachable, itemsNotSupported, noSuchVoucher } from './problems.ts';

interface ReadyingDeps {
  readonly journal: TenderJournal;
  readonly clock: Clock;
  readonly snapshots: Snapshots;
  readonly issuer: Issuer;
  /** Nothing is begun while the journal may lack something. */
  readonly gate: Pick<Gate, 'assertOpen' | 'assertNew' | 'perhapsSentSince' | 'mayHaveLost'>;
  /** Whether a redemption may name a number of items, or only "the next one". */
  readonly productBasedValue: 'none' | 'items';
}

/** A redemption right before it is written. */
export interface Ready {
  readonly tried: CodeTry;
  readonly ref: string;
  readonly ground: Ground;
  /** Monotonic time. */
  readonly sentAtMs: number;
  /** When it was sent before the journal lost it, our time: it is never sent again. Null for a new one. */
  readonly lostSince: number | null;
  /** Only a person can tell whether it was sent before. */
  readonly isContested: boolean;
}

/** What a redemption needs before it is written, and writing it. */
export function createReadying({ journal, clock, snapshots, issuer, gate, productBasedValue }: ReadyingDeps) {
  async function prepare(tried: CodeTry, request: TenderRequest, { id, device }: Pick<NewTender, 'id' | 'device'>): Promise<Ready> {
    const { sentAgoMs } = request;
    const isLost = sentAgoMs !== undefined && gate.mayHaveLost(sentAgoMs);
    if (!isLost) await gate.assertNew(id, device.id);
    const ref = await refOf({ issuer, clock }, request.code);
    if (ref === null) {
      await tried.wasWrong();
      throw noSuchVoucher();
    }
    const sentAtMs = clock.monotonic();
    const lost = { tried, ref, ground: NOTHING_KNOWN, sentAtMs };
    if (isLost) return { ...lost, lostSince: clock.now() - sentAgoMs, isContested: false };
    const perhapsSince = await gate.perhapsSentSince(device.id, { ref, requested: requestedWorth(request) });
    if (perhapsSince !== null) return { ...lost, lostSince: perhapsSince, isContested: true };
    const ground = await snapshots.take(ref);
    assertAskable(productBasedValue, request, ground.snapshot);
    gate.assertOpen();
    return { tried, ref, ground, sentAtMs: clock.monotonic(), lostSince: null, isContested: false };
  }

  async function begin(
    tender: NewTender,
    { ground, lostSince, isContested }: Ready,
    alongside: Parameters<TenderJournal['begin']>[2],
  ): Promise<Begun<TenderRecord>> {
    if (lostSince === null) return journal.begin(tender, ground, alongside);
    const begun = await journal.recover(tender, lostSince, ground.offset, isContested ? 'contested' : null);
    if (begun === null) throw new Error('A tender without a capture was refused for its claim');
    return begun;
  }

  return { prepare, begin };
}

/** Of what was sent before the journal lost it: neither the voucher nor the clocks were noted then. */
const NOTHING_KNOWN: Ground = { snapshot: null, offset: null };

/** A redemption by link waits no longer than this for the ref. A check that came before has it already. */
const LINK_WAIT_MS = 1_500;

/** Null where a link leads nowhere. @throws Problem as {@link followLink}; 503 `issuer-unreachable` where it takes too long */
async function refOf({ issuer, clock }: Pick<ReadyingDeps, 'issuer' | 'clock'>, code: string): Promise<string | null> {
  const parsed = readCode(code);
  if (parsed.kind === 'ref') return parsed.ref;
  const followed = followLink(issuer, parsed.voucherId).then((state) => ({ ref: state?.ref ?? null }));
  const known = await within(clock, LINK_WAIT_MS, followed);
  if (known === null) throw issuerUnreachable();
  return known.ref;
}

/** Without a number of items in the call, the issuer takes one, or all of a single-use voucher. */
function assertAskable(productBasedValue: ReadyingDeps['productBasedValue'], request: TenderRequest, snapshot: Snapshot | null): void {
  if ('items' in request && request.items > 1 && productBasedValue === 'none' && snapshot?.singleUse !== true) throw itemsNotSupported();
}
