/** A slot for a code that is being checked. */
export interface QueueSlot {
  /** Frees the slot for a waiting caller. Repeated calls have no effect. */
  leave(): void;
}

/**
 * Limits how many codes are checked at a time. A caller without a free slot waits, and is not
 * refused.
 */
export interface CodeQueues {
  /**
   * Waits for a free slot.
   * @param left called each time before a caller may continue: returns the number of callers that
   * may run in parallel; throws if it is 0
   */
  enter(name: string, left: () => Promise<number>): Promise<QueueSlot>;
}

interface CodeQueue {
  /** Waiting and running callers; an empty queue is deleted. */
  callers: number;
  running: number;
  readonly waiting: (() => void)[];
}

export function createCodeQueues(): CodeQueues {
  const lines = new Map<string, CodeQueue>();

  function depart(name: string, line: CodeQueue): void {
    line.callers -= 1;
    if (line.callers === 0) lines.delete(name);
    line.waiting.shift()?.();
  }

  return {
    async enter(name, left) {
      const line = lines.get(name) ?? { callers: 0, running: 0, waiting: [] };
      lines.set(name, line);
      line.callers += 1;
      try {
        for (;;) {
          const most = await left();
          /* No await may separate this check from the increment. */
          if (line.running < most) break;
          await new Promise<void>((resolve) => line.waiting.push(resolve));
        }
      } catch (error) {
        depart(name, line);
        throw error;
      }
      line.running += 1;
      let hasLeft = false;
      return {
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          line.running -= 1;
          depart(name, line);
        },
      };
    },
  };
}
