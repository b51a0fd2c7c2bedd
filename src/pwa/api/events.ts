import { type Change, changeSchema } from '../../contract/change.ts';
import { tillEndpoints } from '../../contract/till-endpoints.ts';
import { frameQuery } from './in-frame.ts';

/** A stream that was refused, not merely cut, is asked for again after this; a cut one the browser opens again by itself. */
const ASK_AGAIN_MS = 5_000;

/** Whoever wants to hear what changes on the server. */
export interface Hearer {
  readonly onChange: (change: Change) => void;
  /** The stream begins, or begins anew: what happened before was not heard. */
  readonly onOpen: () => void;
  /** The server does not let this page listen; perhaps nobody is signed in any more. */
  readonly onRefused: () => void;
}

/**
 * Listens to the server's changes with one connection for as long as the page can be seen: browsers share few connections among the tabs of
 * one address, and a phone in a pocket hears nothing anyway. What was missed is told by `onOpen`.
 * @returns stops listening
 */
export function hearChanges(hearer: Hearer): () => void {
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
    const opened = new EventSource(tillEndpoints.events.path + frameQuery());
    source = opened;
    opened.addEventListener('open', hearer.onOpen);
    opened.addEventListener('changed', ({ data }) => {
      const change = readChange(data);
      if (change !== null) hearer.onChange(change);
    });
    opened.addEventListener('error', () => {
      if (opened !== source || opened.readyState !== EventSource.CLOSED) return;
      hearer.onRefused();
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

/** Null for what a newer server says and this page does not know. */
function readChange(data: unknown): Change | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = changeSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
