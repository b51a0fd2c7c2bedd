/**
 * The clock of a drill that begins in the past: for the voucher service, tills and the server,
 * which is a separate process.
 */
export interface PastClock {
  /** Milliseconds UTC. */
  now(): number;
  /** How far the clock is behind, milliseconds; a server applies it at its start. */
  setBehind(ms: number): void;
  /** Settings that give a program this time. */
  env(): Readonly<Record<string, string>>;
}

/** @param ms how far the clock is behind at first */
export function beginBehind(ms: number): PastClock {
  let behindMs = ms;
  return {
    now: () => Date.now() - behindMs,
    setBehind(later) {
      behindMs = later;
    },
    env: () => (behindMs === 0 ? {} : { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(programFor(behindMs))}` }),
  };
}

/** Runs before a program, and in each of its threads. */
function programFor(behindMs: number): string {
  return `const Now = Date; globalThis.Date = class extends Now {
    constructor(...given) { if (given.length > 0) super(...given); else super(Now.now() - ${behindMs}); }
    static now() { return Now.now() - ${behindMs}; }
  };`;
}
