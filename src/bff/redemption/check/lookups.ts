import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { WrongCodes } from '../../access/rate-limits/wrong-codes.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { VoucherState } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { LOOKUPS_RECENT_MS, LOOKUPS_STORED_MAX } from './limits.ts';
import { type AcceptedCode, checkInEachSpelling, codeValue, followLink, readCode } from './resolve.ts';
import type { Snapshots } from './snapshots.ts';

export interface LookupResult {
  /** The voucher's ref; empty if a link leads to no voucher. */
  readonly ref: string;
  readonly isAbsent: boolean;
  /** Null if the issuer gave no usable answer or does not know the voucher. */
  readonly state: VoucherState | null;
  /** Monotonic time of the request. The answer is newer than the request. */
  readonly atMs: number;
  /**
   * The same by the issuer's clock, milliseconds UTC, with the offset that its answer set. Our
   * clock may be set before this result is used.
   */
  readonly at: number;
}

export interface LookupsDeps extends Pick<Ports, 'clock' | 'issuer'> {
  readonly snapshots: Snapshots;
  readonly wrongCodes: WrongCodes;
}

/** Looks up vouchers and counts each lookup against the caller, to limit guessing. */
export interface Lookups {
  /**
   * Asks the issuer and takes a snapshot of its answer.
   * @param shopper the program's own name for its customer
   * @throws problems of {@link readCode}, {@link followLink} and, after too many codes that do not
   * exist, 429 `too-many-wrong-codes`
   */
  look(caller: Caller, code: string, shopper?: string): Promise<LookupResult>;
  /** Returns this server's latest answer if it is recent, else calls {@link Lookups.look}. */
  recent(caller: Caller, code: string): Promise<LookupResult>;
  /** As {@link Lookups.recent}, for a voucher with a known ref. No wrong code is counted. */
  recentOf(ref: string): Promise<LookupResult>;
  /** Always asks the issuer, for a voucher whose ref is known. */
  lookAt(ref: string): Promise<LookupResult>;
}

export function createLookups({ issuer, snapshots, wrongCodes, clock }: LookupsDeps): Lookups {
  const stored = new Map<string, LookupResult>();

  function store(name: string, result: LookupResult): LookupResult {
    if (result.state === null) return result;
    stored.delete(name);
    stored.set(name, result);
    for (const oldest of stored.keys()) {
      if (stored.size <= LOOKUPS_STORED_MAX) break;
      stored.delete(oldest);
    }
    return result;
  }

  function recentResultOf(name: string): LookupResult | null {
    const latest = stored.get(name);
    return latest !== undefined && clock.monotonic() - latest.atMs < LOOKUPS_RECENT_MS ? latest : null;
  }

  async function readFromIssuer(parsed: AcceptedCode): Promise<LookupResult> {
    const atMs = clock.monotonic();
    const asked = () => ({ atMs, at: issuerTime(clock.now() - (clock.monotonic() - atMs), issuer.clockOffset()) });
    if (parsed.kind === 'link') {
      const state = await followLink(issuer, parsed.voucherId);
      if (state) snapshots.begin(state.ref, Promise.resolve({ outcome: 'found', value: state }));
      return { ref: state?.ref ?? '', isAbsent: state === null, state, ...asked() };
    }
    const checked = checkInEachSpelling(issuer, parsed.ref);
    snapshots.begin(parsed.ref, checked);
    const reply = await checked;
    const state = reply.outcome === 'found' ? reply.value : null;
    return { ref: state?.ref ?? parsed.ref, isAbsent: reply.outcome === 'absent', state, ...asked() };
  }

  async function lookup(caller: Caller, code: string, shopper?: string): Promise<LookupResult> {
    const parsed = readCode(code);
    const tried = await wrongCodes.admitCode(caller, codeValue(parsed), shopper);
    try {
      const found = await readFromIssuer(parsed);
      if (found.state) tried.markValid(found.ref);
      if (found.isAbsent) await tried.markInvalid();
      store(refIdentity(found.ref), found);
      return store(nameOf(parsed), found);
    } finally {
      tried.end();
    }
  }

  const lookupByRef = async (ref: string) => store(refIdentity(ref), await readFromIssuer({ kind: 'ref', ref }));

  return {
    look: lookup,
    recent: async (caller, code) => recentResultOf(nameOf(readCode(code))) ?? lookup(caller, code),
    recentOf: async (ref) => recentResultOf(refIdentity(ref)) ?? lookupByRef(ref),
    lookAt: lookupByRef,
  };
}

/** The cache key of a lookup; refs and link ids never collide. */
const nameOf = (parsed: AcceptedCode) => (parsed.kind === 'ref' ? refIdentity(parsed.ref) : `link:${parsed.voucherId}`);
