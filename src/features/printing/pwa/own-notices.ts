import { useEffect, useSyncExternalStore } from 'react';

/** Print jobs whose status is shown at their button, so that it is not shown twice. */
let shown: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  shown = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShownHere(ids: readonly string[]): void {
  useEffect(() => {
    change(new Set([...shown, ...ids]));
    return () => change(new Set([...shown].filter((id) => !ids.includes(id))));
  }, [ids]);
}

export function useShownElsewhere(): ReadonlySet<string> {
  return useSyncExternalStore(listen, () => shown);
}
