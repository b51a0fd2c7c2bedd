import { frameQuery } from './in-frame.ts';
import { REOPEN_MS } from './limits.ts';

export interface Listener {
  readonly path: string;
  /** Handlers of the data, by the name of the event. */
  readonly on: Readonly<Record<string, (data: unknown) => void>>;
  /** The stream opened, or reopened: earlier events may have been missed. */
  readonly onOpen: () => void;
  /** The connection was lost, or the stream was refused. */
  readonly onCut?: () => void;
  /** The server refused the stream; the session may have ended. */
  readonly onRefused?: () => void;
}

/**
 * Keeps one connection open while the page is visible: browsers share a few connections among all
 * tabs of an address, and a hidden page of a phone receives no events. `onOpen` has to load changes
 * that were missed.
 * @returns a function that stops listening
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
      timer = setTimeout(open, REOPEN_MS);
    });
  }

  open();
  document.addEventListener('visibilitychange', open);
  // A connection that broke while the device slept or changed networks reports no error.
  window.addEventListener('online', open);
  return () => {
    close();
    document.removeEventListener('visibilitychange', open);
    window.removeEventListener('online', open);
  };
}
