import type { EndpointName } from '../../contract/platform/endpoints.ts';
import type { ProblemCode } from '../../contract/platform/problem.ts';
import { ApiProblem, type Call, NoAnswer } from '../api/client.ts';
import type { PageDeps } from '../api/page.ts';

/** The server's answer to a call about this id. */
export type ScriptedReply = (id: string) => unknown;
export type Replies = Partial<Record<EndpointName, ScriptedReply[]>>;

export const problem =
  (status: number, code: ProblemCode): ScriptedReply =>
  () => {
    throw new ApiProblem(status, { code, message: code, requestId: 'r', retry: 'never' });
  };
export const noAnswer: ScriptedReply = () => {
  throw new NoAnswer('nothing came');
};
/** An answer that never arrives. */
export const neverAnswered: ScriptedReply = () => new Promise(() => undefined);
export const NOT_FOUND = problem(404, 'not-found');

let databases = 0;
/** The name of an unused database. */
export const freshDatabase = () => `database-${(databases += 1)}`;

/** A page for a store under test: scripted answers, counted ids, and manual time. */
export interface ScriptedPage {
  readonly deps: PageDeps;
  /** All calls, formatted by `line`; tests may add their store's reports. */
  readonly sent: string[];
  readonly bodies: unknown[];
  readonly clock: { now: number };
  /** The calls of PUT routes. */
  readonly puts: () => string[];
  /** Runs everything that does not wait for time; IndexedDB answers in macrotasks. */
  readonly rest: () => Promise<void>;
  /** Lets the time of all waiting code pass, `rounds` times. */
  readonly pass: (rounds?: number) => Promise<void>;
}

/** Creates the page. Each route uses its replies in order, and repeats the last one. */
export function createScriptedPage(
  replies: Replies,
  line: (name: EndpointName, id: string) => string | Promise<string> = (name, id) => `${name} ${id}`,
): ScriptedPage {
  const sent: string[] = [];
  const bodies: unknown[] = [];
  const sleepers: (() => void)[] = [];
  const clock = { now: 1_000_000 };
  let ids = 0;

  async function call(name: EndpointName, input: { params?: { id?: string }; body?: unknown } = {}): Promise<unknown> {
    const id = input.params?.id ?? '';
    sent.push(await line(name, id));
    if (input.body !== undefined) bodies.push(input.body);
    const queue = replies[name];
    const reply = queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0];
    if (reply === undefined) throw new Error(`no reply for ${name}`);
    return reply(id);
  }

  async function rest(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }

  async function pass(rounds = 1): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const wake of sleepers.splice(0)) wake();
      await rest();
    }
  }

  const deps: PageDeps = {
    call: call as Call,
    mayQuery: () => true,
    now: () => clock.now,
    uuid: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    sleep: (ms) =>
      new Promise((resolve) => {
        sleepers.push(() => {
          clock.now += ms;
          resolve();
        });
      }),
  };
  return { deps, sent, bodies, clock, puts: () => sent.filter((one) => one.startsWith('put')), rest, pass };
}
