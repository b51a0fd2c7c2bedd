import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { PrinterState, PrintoutReason } from '../contract/printing.ts';
import { RECEIVED_MAX } from './limits.ts';
import type { Dots } from './raster.ts';

export interface PrintOptions {
  readonly cutter: boolean;
  /** Opens the drawer first, so that the cashier does not wait for it. */
  readonly drawer: boolean;
}

export interface PrinterStatus {
  /** Replies to `statusRequest`, in order of arrival. */
  readonly status: readonly number[];
  /** True if `doneRequest` was answered. */
  readonly done: boolean;
  /** True if it sent text, which no printer does: another device has that address. */
  readonly isText: boolean;
}

/** The protocol of printers that the server connects to. */
export interface PrinterLanguage {
  /** Converts a whole document to the printer's commands. */
  encode(dots: Dots, extras: PrintOptions): Buffer;
  /** Queries the state. The printer replies `statusReplies` times, in a fixed order. */
  readonly statusRequest: Buffer;
  readonly statusReplies: number;
  /** A request that the printer answers after printing all data before it. */
  readonly doneRequest: Buffer;
  /** @param bytes everything the printer has sent */
  parseStatus(bytes: Buffer): PrinterStatus;
  /** Combines the answers to all questions. */
  stateOf(answers: readonly number[]): PrinterState;
}

/** Time limits in milliseconds. */
export interface ConversationTimes {
  readonly connect: number;
  /** Time limit for immediate answers, which many printers never send. */
  readonly answer: number;
  /** Time limit for printing without a problem. */
  readonly done: number;
  /** Time for a person to add paper or close the cover during printing. */
  readonly trouble: number;
}

export const TIMES: ConversationTimes = { connect: 4_000, answer: 1_500, done: 20_000, trouble: 10 * 60_000 };

export interface Conversation {
  readonly language: PrinterLanguage;
  readonly address: string;
  readonly port: number;
  /**
   * Builds the document once the printer is ready, because a printer that is off is tried every few
   * seconds.
   */
  readonly bytes: () => Buffer;
  readonly clock: Clock;
  readonly times?: ConversationTimes;
  readonly signal: AbortSignal;
  /**
   * Records, before the first byte, that the document is being sent. Returns false if it must not
   * be sent.
   */
  readonly begin: () => Promise<boolean>;
  /** Called with every state that the printer reports. */
  readonly onState: (state: PrinterState) => void;
}

/** The result. `not-sent`: no byte of the document left, so it may be sent again. */
export type PrintEnd =
  | { readonly kind: 'not-sent'; readonly state: PrinterState }
  | { readonly kind: 'not-wanted' }
  | { readonly kind: 'printed' }
  | { readonly kind: 'unsure'; readonly reason: PrintoutReason };

/**
 * Sends a document to a printer over one connection: queries the state, sends, and waits until the
 * printer reports that it was printed. A printer that never answers counts as having printed a
 * document that it received completely, because there is no better evidence.
 */
export async function printOverConnection({
  language,
  address,
  port,
  clock,
  times = TIMES,
  signal,
  ...paper
}: Conversation): Promise<PrintEnd> {
  const line = openLine(address, port, language);
  const within = (ms: number, until: () => boolean) => line.until(until, clock.sleep(ms, signal));
  try {
    await within(times.connect, () => line.isOpen());
    if (signal.aborted) return { kind: 'not-wanted' };
    if (!line.isOpen()) return { kind: 'not-sent', state: 'unreachable' };
    const question = await chooseQuestion(line, language, (until) => within(times.answer, until));
    const state = question ?? 'ready';
    if (line.heard().isText) return { kind: 'not-sent', state: 'no-printer' };
    if (line.isOver()) return { kind: 'not-sent', state: 'unreachable' };
    paper.onState(state);
    if (state !== 'ready') return { kind: 'not-sent', state };
    const bytes = paper.bytes();
    if (signal.aborted || !(await paper.begin())) return { kind: 'not-wanted' };
    if (line.isOver()) return { kind: 'unsure', reason: 'cut-off' };
    line.write(bytes);
    if (question === null) return await awaitClose(line, (until) => within(times.done, until));
    return await awaitDone(line, { language, clock, times, signal, onState: paper.onState });
  } finally {
    line.hangUp();
  }
}

/** Returns null if the printer does not answer. */
async function chooseQuestion(
  line: PrinterConnection,
  { statusRequest, statusReplies, stateOf }: PrinterLanguage,
  within: (until: () => boolean) => Promise<void>,
): Promise<PrinterState | null> {
  const before = line.heard().status.length;
  line.write(statusRequest);
  await within(() => line.heard().status.length >= before + statusReplies);
  const answers = line.heard().status.slice(before);
  return answers.length < statusReplies ? null : stateOf(answers);
}

/** Waits until the printer closes its side, which shows that it has received everything. */
async function awaitClose(line: PrinterConnection, within: (until: () => boolean) => Promise<void>): Promise<PrintEnd> {
  line.end();
  await within(() => line.isOver());
  return line.hasEndedWell() ? { kind: 'printed' } : { kind: 'unsure', reason: line.isOver() ? 'cut-off' : 'silent' };
}

type Watching = Pick<Conversation, 'language' | 'clock' | 'signal' | 'onState'> & { readonly times: ConversationTimes };

/**
 * Waits for the document while querying the printer's state. Without paper, a printer keeps the
 * data and continues when paper is added. A printer that does not know the last question, but has
 * received everything and has no problem after the usual printing time, has printed.
 */
async function awaitDone(
  line: PrinterConnection,
  { language, clock, times, signal, onState }: Watching,
): Promise<PrintEnd> {
  line.write(language.doneRequest);
  let wellSince = clock.monotonic();
  let troubleSince: number | null = null;
  for (;;) {
    await line.until(() => line.heard().done, clock.sleep(times.answer, signal));
    if (line.heard().done) return { kind: 'printed' };
    if (line.isOver()) return { kind: 'unsure', reason: 'cut-off' };
    if (signal.aborted) return { kind: 'unsure', reason: 'server-stopped' };
    const state = await chooseQuestion(line, language, (until) =>
      line.until(() => line.heard().done || until(), clock.sleep(times.answer, signal)),
    );
    const now = clock.monotonic();
    if (state !== null) onState(state);
    if (state !== null && state !== 'ready') {
      troubleSince ??= now;
      wellSince = now;
      if (now - troubleSince > times.trouble) return { kind: 'unsure', reason: 'paper-out' };
    } else if (now - wellSince > times.done && !line.heard().done) {
      return state === 'ready' ? { kind: 'printed' } : { kind: 'unsure', reason: 'silent' };
    }
  }
}

interface PrinterConnection {
  isOpen(): boolean;
  /** Closed by either side. */
  isOver(): boolean;
  /** Closed after everything was received. */
  hasEndedWell(): boolean;
  heard(): PrinterStatus;
  write(bytes: Buffer): void;
  end(): void;
  hangUp(): void;
  /** Waits until a condition is met, the connection is closed, or time is up. */
  until(isSo: () => boolean, time: Promise<void>): Promise<void>;
}

function openLine(address: string, port: number, { parseStatus }: PrinterLanguage): PrinterConnection {
  const socket: Socket = connect({ host: address, port, noDelay: true });
  let bytes = Buffer.alloc(0);
  let over: 'no' | 'well' | 'badly' = 'no';
  let open = false;
  const wakers = new Set<() => void>();
  const wake = () => {
    for (const waker of wakers) waker();
  };
  socket.on('connect', () => {
    open = true;
    wake();
  });
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length > RECEIVED_MAX) socket.destroy();
    wake();
  });
  /* The error does not matter: `close` follows. */
  socket.on('error', () => undefined);
  socket.on('close', (hadError) => {
    over = hadError || !socket.writableFinished ? 'badly' : 'well';
    wake();
  });
  return {
    isOpen: () => open && over === 'no',
    isOver: () => over !== 'no',
    hasEndedWell: () => over === 'well',
    heard: () => parseStatus(bytes),
    write: (sent) => void socket.write(sent),
    end: () => void socket.end(),
    hangUp: () => void socket.destroy(),
    until: (isSo, time) =>
      new Promise((resolve) => {
        const finish = () => {
          wakers.delete(check);
          resolve();
        };
        const check = () => {
          if (over !== 'no' || isSo()) finish();
        };
        wakers.add(check);
        /* A sleep that ends early means that the server stops. */
        time.then(finish, finish);
        check();
      }),
  };
}
