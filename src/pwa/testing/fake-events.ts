import { vi } from 'vitest';
import type { Change } from '../../contract/money/change.ts';

/** A stream of events whose messages the test sends. */
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

  /** Breaks the connection. `refused`: the browser will not reopen it by itself. */
  break(refused: boolean): void {
    this.readyState = refused ? FakeStream.CLOSED : FakeStream.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }
}

let streams: FakeStream[] = [];

/** Installs fake streams of events. */
export function installFakeEvents() {
  streams = [];
  vi.stubGlobal('EventSource', FakeStream);
  const listening = () => streams.filter(({ readyState }) => readyState !== FakeStream.CLOSED);
  return {
    /** All streams ever opened. */
    streams: () => streams,
    listening,
    /** Sends a change to every listening page. */
    tell: (change: Change) => {
      for (const stream of listening()) stream.say(JSON.stringify(change));
    },
  };
}
