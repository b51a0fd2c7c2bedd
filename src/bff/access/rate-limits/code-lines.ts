/** A slot for a code that is being checked. */
export interface QueueSlot {
  /** Frees the slot for a waiting caller. Repeated calls have no effect. */
  leave(): void;
}

/**
 * Limits how many codes are checked at a time. A caller without a free slot waits, and is not
 * refused.
 */
export interface CodeLines {
  /**
   * Waits for a free slot.
   * @param left called each time before a caller may continue: returns how many may run at once;
   * throws if none may
   */
  enter(name: string, left: () => Promise<number>): Promise<QueueSlot>;
}

interface Line {
  /** Waiting and running callers; an empty queue is deleted. */
  here: number;
  underWay: number;
  readonly waiting: (() => void)[];
}

export function createCodeLines(): CodeLines {
  const lines = new Map<string, Line>();

  function depart(name: string, line: Line): void {
    line.here -= 1;
    if (line.here === 0) lines.delete(name);
    line.waiting.shift()?.();
  }

  return {
    async enter(name, left) {
      const line = lines.get(name) ?? { here: 0, underWay: 0, waiting: [] };
      lines.set(name, line);
      line.here += 1;
      try {
        for (;;) {
          const most = await left();
          /* There is no await between this check and taking the slot. */
          if (line.underWay < most) break;
          await new Promise<void>((resolve) => line.waiting.push(resolve));
        }
      } catch (error) {
        depart(name, line);
        throw error;
      }
      line.underWay += 1;
      let hasLeft = false;
      return {
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          line.underWay -= 1;
          depart(name, line);
        },
      };
    },
  };
}
