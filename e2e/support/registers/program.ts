import { randomUUID } from 'node:crypto';
import { hasRedeemed, isTenderOpen, type TenderView, tenderViewSchema } from '../../../src/contract/redemption/tender.ts';
import type { ToldOfSale } from '../../../src/testing/registers/judge.ts';
import type { Chance } from './chance.ts';

/**
 * A register's program that uses the API as in the guide for registers, and loses answers itself.
 */

/** One sale of a program: one amount from one voucher. */
export interface ProgramSale {
  readonly reference: string;
  readonly ref: string;
  readonly amount: number;
  /** The tender's id, stored before it is sent. */
  readonly id: string;
  readonly told: ToldOfSale[];
}

export interface ProgramCounts {
  requests: number;
  /** Answers that did not arrive, or that the program did not wait for. */
  lost: number;
  /** Answers with an unknown outcome. */
  unknown: number;
  /** Ids that were cancelled before they had arrived. */
  givenUp: number;
}

export interface Program {
  readonly origin: string;
  /** The secret may be replaced at any moment. */
  readonly key: { readonly secret: string };
  readonly chance: Chance;
  readonly counts: ProgramCounts;
}

export const newSale = (reference: string, ref: string, amount: number): ProgramSale => ({
  reference,
  ref,
  amount,
  id: randomUUID(),
  told: [],
});

/** Maximum duration of a sale, with a server that is killed repeatedly. */
const SALE_WITHIN_MS = 600_000;
const AGAIN_MS = 250;
/** Average pause between customers. */
const GAP_MS = 2_500;
/** How soon an impatient program hangs up. */
const IMPATIENT_MS = 300;
const PATIENT_MS = 30_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A response with parsed JSON; null if none arrived. */
interface Answer {
  readonly status: number;
  readonly after: number;
  readonly body: unknown;
}

/**
 * Sends requests until the result of the sale is known: always for the same id, with any request
 * that the guide allows.
 * @throws Error for an answer that a register cannot handle, and after too long a time
 */
export async function sell(program: Program, sale: ProgramSale): Promise<void> {
  const { chance, counts } = program;
  const path = `/api/tenders/${sale.id}`;
  const asked = { code: sale.ref, amount: sale.amount, currency: 'SGD', receiptNo: sale.reference };
  let sentAt: number | null = null;
  /* As in the guide, a repeated request contains the time since it was first sent. */
  const body = () => {
    const ago = sentAt === null ? {} : { sentAgoMs: Date.now() - sentAt };
    sentAt ??= Date.now();
    return { ...asked, ...ago };
  };
  const deadline = Date.now() + SALE_WITHIN_MS;
  const byPost = chance.is(0.2);
  let hasAnswered = false;
  let isGivenUp = false;
  let last = 'none';
  await pause(chance.below(GAP_MS));
  if (chance.is(0.5)) await ask(program, 'POST', '/api/vouchers/check', { code: sale.ref });
  while (Date.now() < deadline) {
    const answer = byPost ? await ask(program, 'POST', '/api/tenders', body(), sale.id) : await ask(program, 'PUT', path, body());
    if (answer === null) counts.lost += 1;
    hasAnswered ||= answer !== null;
    if (answer !== null) last = `${answer.status} ${JSON.stringify(answer.body)}`;
    const told = answer === null ? null : toldBy(answer, isGivenUp);
    if (told !== null) sale.told.push(told);
    if (told?.outcome === 'unknown') counts.unknown += 1;
    else if (told !== null) return;
    if (!hasAnswered && !isGivenUp && chance.is(0.15)) {
      isGivenUp = true;
      const given = await ask(program, 'DELETE', path);
      if (given?.status === 200) {
        sale.told.push({ at: Date.now(), outcome: 'not_taken', amount: 0 });
        counts.givenUp += 1;
        return;
      }
    }
    await pause(answer === null ? AGAIN_MS : Math.max(AGAIN_MS, answer.after));
  }
  throw new Error(`${sale.reference} was not told its end; the last answer was ${last}`);
}

/** The result in an answer; null if the request has to be repeated. */
function toldBy({ status, body }: Answer, isGivenUp: boolean): ToldOfSale | null {
  const at = Date.now();
  if (status === 429 || status >= 500) return null;
  /* The cancellation was successful, but its answer was lost. */
  if (isGivenUp && status === 409 && codeOf(body) === 'tender-cancelled') return { at, outcome: 'not_taken', amount: 0 };
  if (status >= 300) throw new Error(`a program was answered ${status} ${codeOf(body)}`);
  const view = tenderViewSchema.parse(body);
  if (isOpen(view) !== (status === 202)) throw new Error(`a program was answered ${status} of a tender that is ${view.state}`);
  if (isOpen(view)) return { at, outcome: 'unknown', amount: 0 };
  return hasRedeemed(view.state) ? { at, outcome: 'taken', amount: amountOf(view) } : { at, outcome: 'not_taken', amount: 0 };
}

const isOpen = ({ state }: TenderView) => isTenderOpen(state) || state === 'late_capture';
const amountOf = ({ captured }: TenderView) => (captured !== null && 'amount' in captured ? captured.amount : 0);

function codeOf(body: unknown): string {
  return (body as { error?: { code?: string } } | null)?.error?.code ?? 'without a code';
}

async function ask(
  { origin, key, chance, counts }: Program,
  method: string,
  path: string,
  body?: unknown,
  once?: string,
): Promise<Answer | null> {
  counts.requests += 1;
  const signal = AbortSignal.timeout(chance.is(0.15) ? 1 + chance.below(IMPATIENT_MS) : PATIENT_MS);
  const headers = {
    Authorization: `Bearer ${key.secret}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(once !== undefined && { 'Idempotency-Key': once }),
  };
  try {
    const answer = await fetch(`${origin}${path}`, { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    const after = Number(answer.headers.get('Retry-After') ?? 0) * 1_000;
    return { status: answer.status, after, body: text === '' ? null : (JSON.parse(text) as unknown) };
  } catch (error) {
    /* A broken or refused connection, and our own timeout; any other error is a bug. */
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return null;
    throw error;
  }
}
