import { problemBodySchema } from '../../contract/platform/problem.ts';
import { type Deed, judgeClosed, judgeEnd, type Standing, type ToldTill } from './judge.ts';
import { askUntil, type FollowedWish } from './operation.ts';
import type { CrashTill, TillReply } from './till.ts';

/**
 * The poll interval of a till: longer while the server is traced, because each query adds points.
 */
const WATCHED_EVERY_MS = 3_000;
const EVERY_MS = 300;
/** The settle window, ten seconds between two readings that agree, and slack for a slow machine. */
const SETTLED_WITHIN_MS = 90_000;

/** A request of one kind of operation. */
export interface OperationRequest {
  /** Path of the requested resource, with the id that the till created. */
  readonly path: string;
  /** Body of the `PUT`. */
  readonly body: unknown;
  /** Of each part, in the unit of {@link Deed.worth}. */
  readonly asked: number;
  /**
   * Set if `DELETE` cancels an id that never arrived; the request is then refused with this code.
   */
  readonly refusalAfterDelete: string | null;
  /** @throws if the body does not match the contract */
  readonly readAnswer: (body: unknown) => Standing;
  /** The effects at the voucher service, for each part. */
  readonly deeds: () => Promise<readonly (readonly Deed[])[]>;
  /** The next step of a shop; null: the request never arrived or was cancelled. */
  readonly next: (till: CrashTill, final: Standing | null, sister: CrashTill) => Promise<string[]>;
}

/** Follows a request from the till's side. */
export function wishFor(request: OperationRequest): FollowedWish {
  const { path, body, asked, deeds } = request;
  let told: ToldTill = { kind: 'nothing' };
  let final: Standing | null = null;
  let givenUp = false;

  const put = async (till: CrashTill) => heard(request, await till.send('PUT', path, body));
  const get = async (till: CrashTill) => heard(request, await till.send('GET', path));
  const remember = (answer: ToldTill) => {
    if (answer.kind !== 'nothing') told = answer;
  };

  return {
    send: async (till) => remember(await put(till)),
    async follow(till) {
      if (isOver(told) && told.kind !== 'nothing') return;
      const seen = await waitForFinalState(till, request, WATCHED_EVERY_MS);
      /* That it never arrived is no verdict yet. */
      if (seen.kind === 'standing') told = seen;
    },
    whileClosed: async () => judgeClosed({ asked, told, deeds: await deeds() }),
    async look(till) {
      const seen = await get(till);
      if (seen.kind === 'standing') return [];
      if (seen.kind === 'nothing' || seen.status !== 404) return [`it could not be read: ${toldInWords(seen)}`];
      if (request.refusalAfterDelete === null) return [];
      givenUp = true;
      const given = await till.send('DELETE', path);
      return given?.status === 200 ? [] : [`an id that never arrived could not be given up: ${given?.status ?? 'no answer'}`];
    },
    async sendAgain(till) {
      const seen = await put(till);
      return seen.kind === 'standing' ? [] : [`the same request again was answered with ${toldInWords(seen)}`];
    },
    async settle(till) {
      const seen = givenUp ? null : await waitForFinalState(till, request);
      final = seen?.kind === 'standing' ? seen.standing : null;
      const unread = seen === null || final !== null || (seen.kind === 'problem' && seen.status === 404);
      return unread ? judgeEnd({ asked, told, final, deeds: await deeds() }) : [`it could not be read: ${toldInWords(seen)}`];
    },
    async goOn(till, sister) {
      const again = await put(till);
      if (givenUp && (again.kind !== 'problem' || again.code !== request.refusalAfterDelete))
        return [`a request that was given up was answered with ${toldInWords(again)}`];
      if (final !== null && (again.kind !== 'standing' || again.standing.state !== final.state))
        return [`the same request after all was answered with ${toldInWords(again)}`];
      if (again.kind === 'standing') final = again.standing;
      const known = judgeEnd({ asked, told, final, deeds: await deeds() });
      return known.length > 0 ? known : request.next(till, final, sister);
    },
    ended: () => final?.state ?? 'never arrived',
  };
}

const NOTHING: ToldTill = { kind: 'nothing' };

/** Waits for the final state, up to a maximum time. */
export async function waitForFinalState(
  till: CrashTill,
  request: Pick<OperationRequest, 'path' | 'readAnswer'>,
  everyMs = EVERY_MS,
): Promise<ToldTill> {
  const ask = async () => orNull(heard(request, await till.send('GET', request.path)));
  return (await askUntil(ask, isOver, { everyMs, withinMs: SETTLED_WITHIN_MS })) ?? NOTHING;
}

/** Sends a request and waits until it is over. */
export async function doneAtOnce(till: CrashTill, request: Pick<OperationRequest, 'path' | 'body' | 'readAnswer'>): Promise<ToldTill> {
  const told = heard(request, await till.send('PUT', request.path, request.body));
  return isOver(told) ? told : waitForFinalState(till, request);
}

/** True for a final answer. */
function isOver(answer: ToldTill): boolean {
  return answer.kind !== 'standing' || !answer.standing.open;
}

/** An answer as the till understands it. */
function heard({ readAnswer }: Pick<OperationRequest, 'readAnswer'>, reply: TillReply | null): ToldTill {
  if (reply === null) return NOTHING;
  if (reply.status < 300) return { kind: 'standing', standing: readAnswer(reply.body) };
  return { kind: 'problem', status: reply.status, code: problemBodySchema.parse(reply.body).error.code };
}

/** True if all parts happened and the till was informed. */
export function isDone(told: ToldTill): boolean {
  return told.kind === 'standing' && told.standing.parts.every(({ claim }) => claim === 'done');
}

function orNull(told: ToldTill): ToldTill | null {
  return told.kind === 'nothing' ? null : told;
}

export function toldInWords(told: ToldTill): string {
  if (told.kind === 'nothing') return 'no answer';
  return told.kind === 'standing' ? told.standing.state : `${told.status} ${told.code}`;
}
