import { vi } from 'vitest';
import type { Change } from '../../contract/money/change.ts';

/** One stream of events of a page, as a browser has it: it tells when a test says so. */
export class FakeStream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly url: string;
  readyState = FakeStream.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }

  close(): void {
    this.readyState = FakeStream.CLOSED;
  }

  open(): void {
    this.readyState = FakeStream.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  say(data: string): void {
    this.dispatchEvent(new MessageEvent('changed', { data }));
  }

  /** The connection broke; `refused` when the browser will not open it again by itself. */
  break(refused: boolean): void {
    this.readyState = refused ? FakeStream.CLOSED : FakeStream.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }
}

let streams: FakeStream[] = [];

/** Gives a page under test streams of events like those of a browser. */
export function installFakeEvents() {
  streams = [];
  vi.stubGlobal('EventSource', FakeStream);
  const listening = () => streams.filter(({ readyState }) => readyState !== FakeStream.CLOSED);
  return {
    /** Every stream that was ever opened. */
    streams: () => streams,
    listening,
    /** Tells every page that listens. */
    tell: (change: Change) => {
      for (const stream of listening()) stream.say(JSON.stringify(change));
    },
  };
}
