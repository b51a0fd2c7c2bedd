/** One system call of the server's main thread, as strace wrote it down. */
export interface SystemCall {
  readonly call: string;
  /** The object of its descriptor: a path, `TCP:[from->to]`, `pipe:[…]`. */
  readonly target: string;
  /** The range of a successful `pwrite64`; null for other calls. */
  readonly range: Range | null;
  /** False for a call that failed, and for one that the process did not live to see the end of. */
  readonly succeeded: boolean;
}

/** Bytes of a file, from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A place in an operation: the n-th time, from 1, that the main thread makes this call. */
export interface CrashPoint {
  readonly call: string;
  readonly nth: number;
  /** A description of the point. */
  readonly what: string;
}

/** Calls with an effect on the disk, on a connection, or on the knowledge of the process. */
export const WATCHED_CALLS = ['fsync', 'fdatasync', 'pwrite64', 'ftruncate', 'connect', 'write', 'writev', 'sendto', 'sendmsg', 'read'];

const LINE = /^(\w+)\(\d+<(.*?)>(?=[,)])(.*)$/;
const PWRITE = /, (\d+), (\d+)\) = /;
const TCP = /^TCP:\[.*:(\d+)->.*:(\d+)\]$/;
const PORT_OF_CONNECT = /sin6?_port=htons\((\d+)\)/;

/** Parses the output of strace with `-yy -s 0`, only calls on a descriptor. */
export function readTrace(text: string): SystemCall[] {
  return text.split('\n').flatMap((line) => {
    const [, call, target = '', rest = ''] = LINE.exec(line) ?? [];
    if (call === undefined) return [];
    const [, size, offset] = PWRITE.exec(rest) ?? [];
    const succeeded = /\) += \d/.test(rest);
    const range =
      succeeded && call === 'pwrite64' && size !== undefined ? { start: Number(offset), end: Number(offset) + Number(size) } : null;
    const port = call === 'connect' ? PORT_OF_CONNECT.exec(rest)?.[1] : undefined;
    return [{ call, target: port === undefined ? target : `TCP:[:0->:${port}]`, range, succeeded }];
  });
}

/** The peers of connections, by port; any other is the till. */
export type PortNames = ReadonlyMap<number, string>;

/**
 * Points just before an effect outside the process: every write to a file of the journal, every
 * sync of the disk, every connection and message, and every answer of the issuer that may still get
 * lost.
 */
export function pointsOf(steps: readonly SystemCall[], ports: PortNames): CrashPoint[] {
  const counted = new Map<string, number>();
  return steps.flatMap(({ call, target }) => {
    const nth = (counted.get(call) ?? 0) + 1;
    counted.set(call, nth);
    const what = describe(call, target, ports);
    return what === null ? [] : [{ call, nth, what }];
  });
}

/**
 * Null for a call without an outside effect: waking another thread, a line of the log, a query of
 * the till.
 */
function describe(call: string, target: string, ports: PortNames): string | null {
  const [, own, other] = TCP.exec(target) ?? [];
  if (own !== undefined) {
    const peer = ports.get(Number(other)) ?? ports.get(Number(own)) ?? 'the till';
    if (call === 'connect') return `connect to ${peer}`;
    if (call !== 'read') return `write to ${peer}`;
    return peer === 'the issuer' ? 'read from the issuer' : null;
  }
  const file = /\.sqlite(-\w+)?$/.exec(target);
  if (file === null) return null;
  const name = file[1] === '-wal' ? 'the log of the journal' : 'the journal';
  return call.startsWith('f') && call !== 'ftruncate' ? `sync ${name}` : `write ${name}`;
}

/** True if the main thread made a call for the n-th time. */
export function cameTo(steps: readonly SystemCall[], { call, nth }: Pick<CrashPoint, 'call' | 'nth'>): boolean {
  return steps.filter((step) => step.call === call).length >= nth;
}

/** True for a sync of the disk or a message, where all continuations have to be tried. */
export function isMilestone({ call }: CrashPoint): boolean {
  return call !== 'pwrite64';
}

/** For each file, the ranges that were written after it was last known to be on the disk. */
export function unsyncedRanges(steps: readonly SystemCall[]): Map<string, Range[]> {
  const open = new Map<string, Range[]>();
  for (const { call, target, range, succeeded } of steps) {
    /* Shared memory of a log is rebuilt after a power cut. */
    if (call === 'ftruncate' && !target.endsWith('-shm'))
      throw new Error('a file was cut short: what a power cut would leave of it is not known');
    if ((call === 'fsync' || call === 'fdatasync') && succeeded) open.delete(target);
    if (range !== null) open.set(target, [...(open.get(target) ?? []), range]);
  }
  return open;
}

/**
 * A file after a power cut: ranges that were not synced have their old content, or are missing if
 * the file was shorter.
 */
export function afterPowerCut(before: Buffer, now: Buffer, unsynced: readonly Range[]): Buffer {
  const kept = Buffer.from(now);
  let length = now.length;
  for (const { start, end } of unsynced) {
    if (start < before.length) before.copy(kept, start, start, Math.min(end, before.length));
    if (end > before.length) length = Math.min(length, Math.max(start, before.length));
  }
  return kept.subarray(0, length);
}
