/** The events of one simulated world, in order of time. Nothing waits for real time. */
export interface Timeline {
  /** Milliseconds since the world began. */
  now(): number;
  /** Runs `event` after `ms`, never earlier than what was planned for the same instant before. */
  after(ms: number, event: () => void): Planned;
  /** Moves time to the next event and runs it; false when nothing is planned. */
  step(): boolean;
}

/** Something that will happen, unless it is called off. */
export interface Planned {
  readonly at: number;
  readonly order: number;
  readonly event: () => void;
  isOff: boolean;
}

export function createTimeline(): Timeline {
  const heap: Planned[] = [];
  let now = 0;
  let planned = 0;

  return {
    now: () => now,
    after(ms, event) {
      planned += 1;
      const entry = { at: now + Math.max(0, ms), order: planned, event, isOff: false };
      push(heap, entry);
      return entry;
    },
    step() {
      let next = pop(heap);
      while (next?.isOff) next = pop(heap);
      if (!next) return false;
      now = next.at;
      next.event();
      return true;
    },
  };
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Planned[], entry: Planned): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isBefore(entry, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = entry;
}

function pop(heap: Planned[]): Planned | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const a = heap[left];
    const b = heap[left + 1];
    if (!a) break;
    const below = b && isBefore(b, a) ? left + 1 : left;
    const child = heap[below];
    if (!child || !isBefore(child, last)) break;
    heap[index] = child;
    index = below;
  }
  heap[index] = last;
  return first;
}

/**
 * Runs several worlds at a time to their end: each executes one event, then the consequences run,
 * once for all worlds. Nothing in a world waits for real time, so one turn of the event loop is
 * enough.
 * @param next the next world, or null after the last one
 * @param atOnce the number of worlds per turn
 */
export async function runWorlds<W extends { step(): boolean }>(
  next: () => W | null,
  ended: (world: W) => void,
  atOnce = 32,
): Promise<void> {
  const running: W[] = [];
  for (;;) {
    while (running.length < atOnce) {
      const world = next();
      if (!world) break;
      running.push(world);
    }
    if (running.length === 0) return;
    for (let index = running.length - 1; index >= 0; index -= 1) {
      const world = running[index];
      if (!world || world.step()) continue;
      running.splice(index, 1);
      ended(world);
    }
    await new Promise(setImmediate);
  }
}
