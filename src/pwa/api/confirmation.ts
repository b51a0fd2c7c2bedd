/** Connects requests that the user has to confirm with the part of the page that asks for it. */
export interface Confirmation {
  /**
   * Asks the user, once for all requests that wait. Returns false if the user cancels, or if
   * nothing on the page can ask.
   */
  readonly request: () => Promise<boolean>;
  /**
   * Registers the part that asks. `show` receives true while a request waits.
   * @returns a function that withdraws the part, which cancels waiting requests
   */
  readonly offer: (show: (isWaiting: boolean) => void) => () => void;
  readonly finish: (isConfirmed: boolean) => void;
}

export function createConfirmation(): Confirmation {
  let show: ((isWaiting: boolean) => void) | null = null;
  let waiting: ((isConfirmed: boolean) => void)[] = [];

  function finish(isConfirmed: boolean): void {
    const resolved = waiting;
    waiting = [];
    show?.(false);
    for (const resolve of resolved) resolve(isConfirmed);
  }

  return {
    request() {
      const ask = show;
      if (ask === null) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.push(resolve);
        ask(true);
      });
    },
    offer(part) {
      show = part;
      return () => {
        show = null;
        finish(false);
      };
    },
    finish,
  };
}
