import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import * as z from 'zod';
import type { WireAnswer } from './answer.ts';
import type { Delays } from './delays.ts';
import type { Env } from './env.ts';
import type { Fault } from './fault-table.ts';
import { JSON_TYPE, respond, textOf } from './json.ts';
import { reportError } from './report.ts';

/** The part of a fault that changes the commit itself. */
export interface Terms {
  readonly partial: boolean;
  /** Milliseconds until search shows the transactions. */
  readonly searchLagMs: number;
}

/** Does the work in the ledger, durably, and returns the response. */
export type Perform = (terms: Terms) => WireAnswer;
/** A context of any route that has access to Node's own request and response. */
type NodeContext = Context<Env>;

export interface AnswerDelivery {
  /** Does the work and responds, or does and responds as far as the fault allows. */
  deliver(c: NodeContext, fault: Fault | undefined, perform: Perform): Promise<Response>;
  /** Drops late commits and releases calls that are held. */
  close(): void;
}

const AS_REQUESTED: Terms = { partial: false, searchLagMs: 0 };

/** Sends, or withholds, all responses to calls that change the ledger. */
export function createDelivery(delays: Delays): AnswerDelivery {
  const lateCommits = new Set<NodeJS.Timeout>();
  const held = new Set<() => void>();
  /**
   * The response, or the one that would have been sent: to the first completed call, and to the
   * last.
   */
  let first: WireAnswer | null = null;
  let previous: WireAnswer | null = null;

  const storeAnswer = (answer: WireAnswer) => {
    if (answer.status !== 200) return;
    first ??= answer;
    previous = answer;
  };

  const commitLate = (work: () => void) => {
    const timer = setTimeout(() => {
      lateCommits.delete(timer);
      try {
        work();
      } catch (error) {
        reportError(error);
      }
    }, delays.lateCommitMs);
    lateCommits.add(timer);
  };

  /** Waits until the time is up, the caller disconnects, or the sandbox closes. */
  const hold = (c: NodeContext, ms: number) =>
    new Promise<void>((resolve) => {
      const letGo = () => {
        clearTimeout(timer);
        held.delete(letGo);
        resolve();
      };
      const timer = setTimeout(letGo, ms);
      held.add(letGo);
      c.env.outgoing.once('close', letGo);
    });

  /** `truth` is null if nothing was committed yet. */
  async function show(c: NodeContext, outcome: Fault['shown'], truth: WireAnswer | null): Promise<Response> {
    if (typeof outcome === 'object') return respond(c, outcome);
    if (outcome === 'truth-late') await hold(c, delays.lateAnswerMs);
    if (outcome === 'silence') await hold(c, delays.silenceMs);
    if (truth === null || outcome === 'silence' || outcome === 'cut') return cut(c);
    if (outcome === 'half') return sendHalf(c, truth);
    return respond(c, outcome === 'contradictory' ? contradicted(truth) : truth);
  }

  return {
    deliver: async (c, fault, perform) => {
      const before = { first, previous };
      const done = (terms: Terms) => {
        const answer = perform(terms);
        storeAnswer(answer);
        return answer;
      };
      if (fault === undefined) return respond(c, done(AS_REQUESTED));
      const terms = { partial: fault.partial ?? false, searchLagMs: fault.hidden ? delays.searchLagMs : 0 };
      if (fault.commit === 'late') commitLate(() => done(terms));
      const truth = fault.commit === 'now' ? done(terms) : null;
      if (fault.shown !== 'first' && fault.shown !== 'previous') return show(c, fault.shown, truth);
      return show(c, before[fault.shown] ?? 'cut', null);
    },
    close: () => {
      for (const timer of lateCommits) clearTimeout(timer);
      for (const letGo of held) letGo();
    },
  };
}

const redeemedSchema = z.looseObject({ data: z.looseObject({ captured_amount: z.int() }) });

/**
 * A redemption that captured whole units of the currency, or more than it authorized; other
 * responses have nothing that could contradict.
 */
function contradicted(truth: WireAnswer): WireAnswer {
  const body = redeemedSchema.safeParse(truth.body).data;
  if (body === undefined) return truth;
  const { captured_amount: amount } = body.data;
  const amounts =
    amount % 100 === 0 ? { captured_amount: amount / 100 } : { authorized_amount: Math.floor(amount / 2) };
  return { ...truth, body: { ...body, data: { ...body.data, ...amounts } } };
}

/** Resets the connection: the caller sees it break, without a response. */
function cut(c: NodeContext): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/**
 * Announces the whole body, sends half of it and closes, so that it cannot be mistaken for a whole
 * one.
 */
function sendHalf(c: NodeContext, answer: WireAnswer): Promise<Response> {
  const bytes = Buffer.from(textOf(answer));
  const { outgoing } = c.env;
  outgoing.writeHead(answer.status, { ...JSON_TYPE, 'content-length': bytes.length });
  return new Promise((resolve) => {
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
      outgoing.destroy();
      resolve(RESPONSE_ALREADY_SENT);
    });
  });
}
