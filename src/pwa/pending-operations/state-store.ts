/** State outside React, for `useSyncExternalStore`. */
export interface ReadableStore<State> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => State;
}

export interface StateStore<State> extends ReadableStore<State> {
  readonly set: (next: State) => void;
}

export function createStateStore<State>(first: State): StateStore<State> {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
