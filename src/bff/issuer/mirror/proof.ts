import { refIdentity } from '../../../contract/voucher/voucher.ts';
import { createTurns } from '../../platform/base/turns.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import type { BudgetLane } from './budget.ts';
import { limitOf, type MirrorContext, noteFinalPart } from './context.ts';
import { PROOF_MAX_MS } from './limits.ts';
import type { Reading, ReadingOptions } from './reading.ts';
import { createShared } from './shared.ts';
import { gapsIn } from './spans.ts';

/** A voucher whose rows in a period of the issuer's time have to be proved. */
export interface ProofRequest {
  readonly ref: string;
  readonly period: Period;
}

/** Returns the period that spans all periods; at least one is required. */
function periodAround(periods: readonly Period[]): Period {
  return { from: Math.min(...periods.map(({ from }) => from)), to: Math.max(...periods.map(({ to }) => to)) };
}

/**
 * Proves which rows search shows for vouchers. Waiting requests share one proof.
 * @param passes the number of passes and the pause between them. A single pass proves only the rows
 * that it shows.
 */
export function createProofs(
  context: MirrorContext,
  passes: 'one' | 'at-once' | 'apart',
): (request: ProofRequest) => Promise<Reading> {
  const { pages, rules, signal, clock } = context;
  let waiting: ProofRequest[] = [];

  const rest = (beganMs: number) => clock.sleep(Math.max(0, rules.nextPassAt(beganMs) - clock.monotonic()), signal);

  async function read(): Promise<Reading> {
    const requests = waiting;
    waiting = [];
    const refs = new Set(requests.map(({ ref }) => refIdentity(ref)));
    const names = ({ vouchers }: IssuerTransaction) => vouchers.some(({ ref }) => refs.has(refIdentity(ref)));
    const period = periodAround(requests.map((one) => one.period));
    const options = { lane: 'proof', signal, tooLong: limitOf(context, PROOF_MAX_MS) } as const;
    const pass = (onRows?: ReadingOptions['onRows']) => rules.readToEnd(pages, period, { ...options, onRows });
    if (passes === 'one') return pass();
    const proof = await rules.readUntilAgreed(pass, names, passes === 'apart' ? rest : undefined);
    if (proof.outcome === 'ended') await noteFinalPart(context, period, proof);
    return proof;
  }

  const proofs = createShared(read, clock.monotonic);
  return (request) => {
    waiting.push(request);
    return proofs.after(Number.POSITIVE_INFINITY);
  };
}

/**
 * Reads all rows of a period until two passes agree, and records it: old periods no longer change.
 */
export async function readTwice(context: MirrorContext, period: Period, lane: BudgetLane): Promise<Reading> {
  const { pages, rules, signal } = context;
  const options = { lane, signal, tooLong: limitOf(context, PROOF_MAX_MS) };
  const reading = await rules.readUntilAgreed(
    (onRows) => rules.readToEnd(pages, period, { ...options, onRows }),
    () => true,
  );
  if (reading.outcome === 'ended') await noteFinalPart(context, period, reading);
  return reading;
}

/**
 * Reads the parts of periods that were never read completely, one period after the other, so that
 * each one benefits from the previous.
 */
export function createCover(context: MirrorContext): (period: Period) => Promise<Reading> {
  const { store, clock } = context;
  const inTurn = createTurns(1);
  return (period) =>
    inTurn(async () => {
      const read = (await store.spans()).filter(({ kind }) => kind === 'span').map((span) => span.period);
      const began = { beganMs: clock.monotonic(), beganAt: clock.now() };
      for (const gap of gapsIn(period, read)) {
        const reading = await readTwice(context, gap, 'proof');
        if (reading.outcome === 'failed') return reading;
      }
      return { outcome: 'ended', period, ...began };
    });
}
