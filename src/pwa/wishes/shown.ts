/** State outside React, for `useSyncExternalStore`. */
export interface Watched<State> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => State;
}

export interface Shown<State> extends Watched<State> {
  readonly show: (next: State) => void;
}

export function createShown<State>(first: State): Shown<State> {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    show: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
