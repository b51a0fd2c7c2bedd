import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeDurably } from '../../platform/base/durable-file.ts';
import { errorCode } from '../../platform/base/logging.ts';
import { readSmallText } from '../../platform/base/small-file.ts';
import { RECORD_BYTES_MAX } from './limits.ts';

/**
 * Names of the two files in the data folder. The first is certainly on the disk. The second has the
 * facts since then; it survives the end of this process, but possibly not a crash of the machine.
 */
export const SEEN_FILE = 'confirmed';
export const TAIL_FILE = 'confirmed-since';
/** Identifies one boot of the machine, if the system provides it. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id';

const seenSchema = z.object({
  /** Created once for this data folder. */
  server: z.string(),
  /**
   * The latest mark that this server wrote to the journal, after it was confirmed; `at` is
   * milliseconds UTC.
   */
  mark: z.string(),
  at: z.number(),
  /** True if the mark is the last write of a clean shutdown. */
  isStopped: z.boolean(),
  /** The boot of the machine; null if unknown. */
  boot: z.nullable(z.string()),
});
export type RecordedMark = z.infer<typeof seenSchema>;

/** An operation, and the number of its facts that the journal confirmed. */
export interface ConfirmedFact {
  readonly id: string;
  readonly version: number;
}

/** The data folder's own record of its journal. */
export interface JournalRecord extends RecordedMark {
  /** Facts that the journal confirmed since the mark. */
  readonly since: readonly ConfirmedFact[];
  /** True if `since` is complete: the machine has not been off since. */
  readonly isSure: boolean;
}

/** @returns null if the folder is new or its file is unreadable */
export function readJournalRecord(directory: string): JournalRecord | null {
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

function parse(text: string): RecordedMark | null {
  try {
    return seenSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    /* Only a person can have changed the file, because it is written whole or not at all. Without
       it, the journal's own marks decide. */
    return null;
  }
}

function read(directory: string, name: string): string | null {
  try {
    return readSmallText(join(directory, name), RECORD_BYTES_MAX);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

function bootId(): string | null {
  try {
    return readSmallText(BOOT_FILE).trim();
  } catch {
    /* Systems other than Linux: an unclean shutdown then counts as unsure. */
    return null;
  }
}

export interface JournalRecordFile {
  /** Writes a confirmed mark durably, and restarts the list of what followed. */
  mark(seen: Omit<RecordedMark, 'boot'>): void;
  /** Adds a fact confirmed since, without waiting for the disk. */
  add(fact: ConfirmedFact): void;
  close(): void;
}

/** @throws Error if the folder is not writable */
export function openJournalRecordFile(directory: string): JournalRecordFile {
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
      /* The new file names the previous mark, so it is ignored if the machine stops here. */
      tail = openSync(join(directory, TAIL_FILE), 'w', 0o600);
      current = seen.mark;
    },
    add({ id, version }) {
      if (tail !== null) writeSync(tail, `${current} ${id} ${version}\n`);
    },
    close: letGo,
  };
}
