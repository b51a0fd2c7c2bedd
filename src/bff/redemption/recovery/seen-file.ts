import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeDurably } from '../../platform/base/durable-file.ts';
import { errorCode } from '../../platform/base/logging.ts';

/**
 * Names of its two files in the data folder.
 *
 * One is what is on the disk for certain. The other is what followed, and it outlives this process
 * but perhaps not the machine.
 */
export const SEEN_FILE = 'confirmed';
export const TAIL_FILE = 'confirmed-since';
/** Tells one run of the machine from the next, where the system has it. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id';

const seenSchema = z.object({
  /** Of this data folder, made once. */
  server: z.string(),
  /** What this server last left in the journal, which confirmed it; and when, milliseconds UTC. */
  mark: z.string(),
  at: z.number(),
  /** The mark was left after everything else, by an orderly stop. */
  isStopped: z.boolean(),
  /** The run of the machine; null where it cannot be told. */
  boot: z.nullable(z.string()),
});
export type Seen = z.infer<typeof seenSchema>;

/** An operation, and how many facts of it the journal confirmed. */
export interface SeenFact {
  readonly id: string;
  readonly version: number;
}

/** What a data folder remembers of its journal, outside of it. */
export interface SeenBefore extends Seen {
  /** What the journal confirmed since the mark. */
  readonly since: readonly SeenFact[];
  /** Nothing is missing from `since`: the machine has not been off in between. */
  readonly isSure: boolean;
}

/** @returns null for a folder that is new, or whose file cannot be understood */
export function readSeen(directory: string): SeenBefore | null {
  const text = read(directory, SEEN_FILE);
  if (text === null) return null;
  const seen = parse(text);
  if (seen === null) return null;
  const since = (read(directory, TAIL_FILE) ?? '').split('\n').flatMap((line) => {
    const [mark, id, version] = line.split(' ');
    return mark === seen.mark && id !== undefined && version !== undefined ? [{ id, version: Number(version) }] : [];
  });
  return { ...seen, since, isSure: seen.isStopped || (seen.boot !== null && seen.boot === bootId()) };
}

function parse(text: string): Seen | null {
  try {
    return seenSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    /* Written whole or not at all, so this was somebody's hand. Without it the journal's own
       marks decide. */
    return null;
  }
}

function read(directory: string, name: string): string | null {
  try {
    return readFileSync(join(directory, name), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** The run of this machine. */
function bootId(): string | null {
  try {
    return readFileSync(BOOT_FILE, 'utf8').trim();
  } catch {
    /* Another system than Linux: then an end without an orderly stop counts as unsure. */
    return null;
  }
}

/** Keeps what was seen. */
export interface SeenFile {
  /** Writes a mark that the journal has confirmed, for good; what followed it begins anew. */
  mark(seen: Omit<Seen, 'boot'>): void;
  /** Adds what was confirmed since, without waiting for the disk. */
  add(fact: SeenFact): void;
  close(): void;
}

/** @throws Error when the folder cannot be written */
export function openSeenFile(directory: string): SeenFile {
  const boot = bootId();
  let tail: number | null = null;
  let current = '';
  const letGo = () => {
    if (tail !== null) closeSync(tail);
    tail = null;
  };
  return {
    mark(seen) {
      writeDurably(directory, SEEN_FILE, `${JSON.stringify({ ...seen, boot })}\n`);
      letGo();
      /* It names the mark before. So it says nothing if the machine stops right here. */
      tail = openSync(join(directory, TAIL_FILE), 'w', 0o600);
      current = seen.mark;
    },
    add({ id, version }) {
      if (tail !== null) writeSync(tail, `${current} ${id} ${version}\n`);
    },
    close: letGo,
  };
}
