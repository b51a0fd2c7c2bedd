import { useEffect, useSyncExternalStore } from 'react';

/** Printouts whose standing is shown beside the button that made them: said once is enough. */
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

/** Shows these printouts here for as long as this is on the screen. */
export function useShownHere(ids: readonly string[]): void {
  useEffect(() => {
    change(new Set([...shown, ...ids]));
    return () => change(new Set([...shown].filter((id) => !ids.includes(id))));
  }, [ids]);
}

/** Printouts that are shown somewhere already. */
export function useShownElsewhere(): ReadonlySet<string> {
  return useSyncExternalStore(listen, () => shown);
}
