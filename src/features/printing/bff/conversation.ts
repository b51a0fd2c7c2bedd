import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { PrinterState, PrintoutReason } from '../contract/printing.ts';
import type { Dots } from './raster.ts';

export interface Extras {
  /** Cuts the paper at the end. */
  readonly cutter: boolean;
  /** Opens the drawer first, so that nobody waits for it. */
  readonly drawer: boolean;
}

/** What a printer has said so far. */
export interface PrinterSaid {
  /** Answers to `askStatus`, in the order in which they came. */
  readonly status: readonly number[];
  /** Whether `askWhenDone` was answered. */
  readonly done: boolean;
  /** It speaks in words, which no printer does: something else has that address. */
  readonly isText: boolean;
}

/** How printers that the server reaches are spoken with. */
export interface PrinterLanguage {
  /** A whole paper in the printer's commands. */
  paperOf(dots: Dots, extras: Extras): Buffer;
  /** Asks how the printer is: so many questions, each answered by itself and in this order. */
  readonly askStatus: Buffer;
  readonly questions: number;
  /** Asks what is answered once everything before it has been printed. */
  readonly askWhenDone: Buffer;
  /** @param bytes all that the printer sent so far */
  hear(bytes: Buffer): PrinterSaid;
  /** What the answers to all questions come to. */
  stateOf(answers: readonly number[]): PrinterState;
}

/** Milliseconds. */
export interface ConversationTimes {
  /** For the connection. */
  readonly connect: number;
  /** For what a printer says at once. Many never say anything. */
  readonly answer: number;
  /** For the paper to come out while nothing is wrong. */
  readonly done: number;
  /** For somebody to put paper in or close the cover while a part of it is printed. */
  readonly trouble: number;
}

export const TIMES: ConversationTimes = { connect: 4_000, answer: 1_500, done: 20_000, trouble: 10 * 60_000 };

export interface Conversation {
  readonly language: PrinterLanguage;
  readonly address: string;
  readonly port: number;
  /** Made once the printer is there and well: one that is off is asked for every few seconds. */
  readonly bytes: () => Buffer;
  readonly clock: Clock;
  readonly times?: ConversationTimes;
  readonly signal: AbortSignal;
  /**
   * Writes down that it is being sent, before the first byte of it.
   *
   * False: it is not to be sent after all.
   */
  readonly begin: () => Promise<boolean>;
  /** Hears how the printer is, whenever it says so. */
  readonly onState: (state: PrinterState) => void;
}

/** How it ended. `not-sent`: no byte of the paper left, so that it may be sent again. */
export type Ended =
  | { readonly kind: 'not-sent'; readonly state: PrinterState }
  | { readonly kind: 'not-wanted' }
  | { readonly kind: 'printed' }
  | { readonly kind: 'unsure'; readonly reason: PrintoutReason };

/**
 * Sends a paper to a printer over one connection: asks how it is, sends, and waits until it says
 * that the paper has come out. A printer that never says anything has printed what it took to the
 * last byte; nothing better can be known of it.
 */
export async function converse({
  language,
  address,
  port,
  clock,
  times = TIMES,
  signal,
  ...paper
}: Conversation): Promise<Ended> {
  const line = openLine(address, port, language);
  const within = (ms: number, until: () => boolean) => line.until(until, clock.sleep(ms, signal));
  try {
    await within(times.connect, () => line.isOpen());
    if (signal.aborted) return { kind: 'not-wanted' };
    if (!line.isOpen()) return { kind: 'not-sent', state: 'unreachable' };
    const asks = await askHow(line, language, (until) => within(times.answer, until));
    const state = asks ?? 'ready';
    if (line.heard().isText) return { kind: 'not-sent', state: 'no-printer' };
    if (line.isOver()) return { kind: 'not-sent', state: 'unreachable' };
    paper.onState(state);
    if (state !== 'ready') return { kind: 'not-sent', state };
    const bytes = paper.bytes();
    if (signal.aborted || !(await paper.begin())) return { kind: 'not-wanted' };
    if (line.isOver()) return { kind: 'unsure', reason: 'cut-off' };
    line.write(bytes);
    if (asks === null) return await endSilent(line, (until) => within(times.done, until));
    return await awaitDone(line, { language, clock, times, signal, onState: paper.onState });
  } finally {
    line.hangUp();
  }
}

/** Null where the printer does not say. */
async function askHow(
  line: Line,
  { askStatus, questions, stateOf }: PrinterLanguage,
  within: (until: () => boolean) => Promise<void>,
): Promise<PrinterState | null> {
  const before = line.heard().status.length;
  line.write(askStatus);
  await within(() => line.heard().status.length >= before + questions);
  const answers = line.heard().status.slice(before);
  return answers.length < questions ? null : stateOf(answers);
}

/** The printer closes its side when it has taken everything. */
async function endSilent(line: Line, within: (until: () => boolean) => Promise<void>): Promise<Ended> {
  line.end();
  await within(() => line.isOver());
  return line.hasEndedWell() ? { kind: 'printed' } : { kind: 'unsure', reason: line.isOver() ? 'cut-off' : 'silent' };
}

type Watching = Pick<Conversation, 'language' | 'clock' | 'signal' | 'onState'> & { readonly times: ConversationTimes };

/**
 * Waits for the paper while the printer is asked how it is. Without paper it holds what it has and
 * goes on when somebody puts some in. One that does not know the last question, but took everything
 * and is well after the time that printing takes, has printed.
 */
async function awaitDone(line: Line, { language, clock, times, signal, onState }: Watching): Promise<Ended> {
  line.write(language.askWhenDone);
  let wellSince = clock.monotonic();
  let troubleSince: number | null = null;
  for (;;) {
    await line.until(() => line.heard().done, clock.sleep(times.answer, signal));
    if (line.heard().done) return { kind: 'printed' };
    if (line.isOver()) return { kind: 'unsure', reason: 'cut-off' };
    if (signal.aborted) return { kind: 'unsure', reason: 'server-stopped' };
    const state = await askHow(line, language, (until) =>
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

interface Line {
  isOpen(): boolean;
  /** It was closed, by whomever. */
  isOver(): boolean;
  /** It was closed after everything was taken. */
  hasEndedWell(): boolean;
  heard(): PrinterSaid;
  write(bytes: Buffer): void;
  end(): void;
  hangUp(): void;
  /** Waits until something is so, the line is over, or time is up. */
  until(isSo: () => boolean, time: Promise<void>): Promise<void>;
}

/** What a printer says is short; one that says more is none. */
const HEARD_MAX = 64 * 1024;

function openLine(address: string, port: number, { hear }: PrinterLanguage): Line {
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
    if (bytes.length > HEARD_MAX) socket.destroy();
    wake();
  });
  /* What went wrong does not matter: `close` follows. */
  socket.on('error', () => undefined);
  socket.on('close', (hadError) => {
    over = hadError || !socket.writableFinished ? 'badly' : 'well';
    wake();
  });
  return {
    isOpen: () => open && over === 'no',
    isOver: () => over !== 'no',
    hasEndedWell: () => over === 'well',
    heard: () => hear(bytes),
    write: (sent) => void socket.write(sent),
    end: () => void socket.end(),
    hangUp: () => void socket.destroy(),
    until: (isSo, time) =>
      new Promise((resolve) => {
        const finish = () => {
          wakers.delete(look);
          resolve();
        };
        const look = () => {
          if (over !== 'no' || isSo()) finish();
        };
        wakers.add(look);
        /* A sleep that ends early means that the server stops. */
        time.then(finish, finish);
        look();
      }),
  };
}
