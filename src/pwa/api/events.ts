import { type Change, changeSchema } from '../../contract/money/change.ts';
import { tillEndpoints } from '../../contract/platform/till-endpoints.ts';
import { type Listener, listenToStream } from './stream.ts';

export interface ChangeListener extends Pick<Listener, 'onOpen' | 'onCut' | 'onRefused'> {
  readonly onChange: (change: Change) => void;
}

/** Listens to the server's changes, see {@link listenToStream}. @returns a function that stops */
export function listenToChanges({ onChange, ...listener }: ChangeListener): () => void {
  const changed = (data: unknown) => {
    const change = readChange(data);
    if (change !== null) onChange(change);
  };
  return listenToStream({ ...listener, path: tillEndpoints.events.path, on: { changed } });
}

/** Returns null for an event of a newer server that this page does not know. */
function readChange(data: unknown): Change | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = changeSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
