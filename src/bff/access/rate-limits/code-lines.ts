/** A place of a code that is being asked after. */
export interface CodePlace {
  /** Makes room for whoever waits. Does nothing the second time. */
  leave(): void;
}

/**
 * Codes that are asked after at a time.
 *
 * Whoever comes when there are as many as may be waits, and is not refused.
 */
export interface CodeLines {
  /**
   * Waits until there is room.
   * @param left asked for each time before somebody may go on: how many may be under way; throws
   * where none may be any more
   */
  enter(name: string, left: () => Promise<number>): Promise<CodePlace>;
}

interface Line {
  /** Who waits or is under way; without any the line is forgotten. */
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
          /* Nothing is awaited between this look and the place that is taken. */
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
