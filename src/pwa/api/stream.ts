import { frameQuery } from './in-frame.ts';

/**
 * A stream that was refused, not merely cut, is asked for again after this; a cut one the browser
 * opens again by itself.
 */
const ASK_AGAIN_MS = 5_000;

/** What a page does with one stream of the server's events. */
export interface Listener {
  readonly path: string;
  /** What is done with the data of an event, by the event's name. */
  readonly on: Readonly<Record<string, (data: unknown) => void>>;
  /** The stream begins, or begins anew: what happened before was not heard. */
  readonly onOpen: () => void;
  /** The connection was lost, or the stream refused. */
  readonly onCut?: () => void;
  /** The server does not let this page listen; perhaps nobody is signed in any more. */
  readonly onRefused?: () => void;
}

/**
 * Listens with one connection for as long as the page can be seen: browsers share few connections
 * among the tabs of one address, and a phone in a pocket hears nothing anyway. What was missed is
 * told by `onOpen`.
 * @returns stops listening
 */
export function listenToStream({ path, on, onOpen, onCut, onRefused }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function open(): void {
    close();
    if (document.hidden) return;
    const opened = new EventSource(path + frameQuery());
    source = opened;
    opened.addEventListener('open', onOpen);
    for (const [name, hear] of Object.entries(on))
      opened.addEventListener(name, ({ data }: MessageEvent) => hear(data));
    opened.addEventListener('error', () => {
      if (opened !== source) return;
      onCut?.();
      if (opened.readyState !== EventSource.CLOSED) return;
      onRefused?.();
      timer = setTimeout(open, ASK_AGAIN_MS);
    });
  }

  open();
  document.addEventListener('visibilitychange', open);
  // A connection that a sleeping or changing network has swallowed makes no sound.
  window.addEventListener('online', open);
  return () => {
    close();
    document.removeEventListener('visibilitychange', open);
    window.removeEventListener('online', open);
  };
}
