import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { WrongCodes } from '../../access/rate-limits/wrong-codes.ts';
import type { VoucherState } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { checkInEitherCase, followLink, nameIn, type ReadCode, readCode } from './resolve.ts';
import type { Snapshots } from './snapshots.ts';

export interface Looked {
  /** Empty if a link leads to no voucher. */
  readonly ref: string;
  readonly isAbsent: boolean;
  /** Null if the issuer gave no usable answer or does not know the voucher. */
  readonly state: VoucherState | null;
  /** Monotonic time of the request, because clocks can be set. The answer is no older than this. */
  readonly atMs: number;
}

export interface LooksDeps extends Pick<Ports, 'clock' | 'issuer'> {
  readonly snapshots: Snapshots;
  readonly wrongCodes: WrongCodes;
}

/** Looks up vouchers and counts each lookup against the caller, to limit guessing. */
export interface Looks {
  /**
   * Asks the issuer and takes a snapshot of its answer.
   * @param shopper the program's own name for its customer
   * @throws problems of {@link readCode}, {@link followLink} and, after too many codes that do not
   * exist, 429 `too-many-wrong-codes`
   */
  look(caller: Caller, code: string, shopper?: string): Promise<Looked>;
  /** Returns this server's latest answer if it is recent, else calls {@link Looks.look}. */
  recent(caller: Caller, code: string): Promise<Looked>;
  /** The same for a voucher whose ref is known; it counts against no caller. */
  recentOf(ref: string): Promise<Looked>;
  /** Always asks the issuer, for a voucher whose ref is known. */
  lookAt(ref: string): Promise<Looked>;
}

/** How long an answer counts as current. */
const RECENT_MS = 2 * 60_000;
/** Lookups kept in memory; the oldest is dropped first. */
const KEPT_MAX = 500;

export function createLooks({ issuer, snapshots, wrongCodes, clock }: LooksDeps): Looks {
  const kept = new Map<string, Looked>();

  function keep(name: string, looked: Looked): Looked {
    if (looked.state === null) return looked;
    kept.delete(name);
    kept.set(name, looked);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return looked;
  }

  function keptOf(name: string): Looked | null {
    const known = kept.get(name);
    return known !== undefined && clock.monotonic() - known.atMs < RECENT_MS ? known : null;
  }

  async function ask(parsed: ReadCode): Promise<Looked> {
    const atMs = clock.monotonic();
    if (parsed.kind === 'link') {
      const state = await followLink(issuer, parsed.voucherId);
      if (state) snapshots.begin(state.ref, Promise.resolve({ outcome: 'found', value: state }));
      return { ref: state?.ref ?? '', isAbsent: state === null, state, atMs };
    }
    const checked = checkInEitherCase(issuer, parsed.ref);
    snapshots.begin(parsed.ref, checked);
    const asked = await checked;
    const state = asked.outcome === 'found' ? asked.value : null;
    return { ref: state?.ref ?? parsed.ref, isAbsent: asked.outcome === 'absent', state, atMs };
  }

  async function look(caller: Caller, code: string, shopper?: string): Promise<Looked> {
    const parsed = readCode(code);
    const tried = await wrongCodes.take(caller, nameIn(parsed), shopper);
    try {
      const found = await ask(parsed);
      if (found.state) tried.wasThere(found.ref);
      if (found.isAbsent) await tried.wasWrong();
      keep(refIdentity(found.ref), found);
      return keep(nameOf(parsed), found);
    } finally {
      tried.end();
    }
  }

  const lookAt = async (ref: string) => keep(refIdentity(ref), await ask({ kind: 'ref', ref }));

  return {
    look,
    recent: async (caller, code) => keptOf(nameOf(readCode(code))) ?? look(caller, code),
    recentOf: async (ref) => keptOf(refIdentity(ref)) ?? lookAt(ref),
    lookAt,
  };
}

/** The cache key of a lookup; refs and link ids never collide. */
const nameOf = (parsed: ReadCode) => (parsed.kind === 'ref' ? refIdentity(parsed.ref) : `link:${parsed.voucherId}`);
