import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeDurably } from '../../../bff/platform/base/durable-file.ts';
import { describeError, errorCode, type Logger } from '../../../bff/platform/base/logging.ts';
import { readSmallText } from '../../../bff/platform/base/small-file.ts';
import type { ZFolder } from './numbers.ts';

export const Z_FILE = 'closing-numbers';

const fileSchema = z.object({ journal: z.string(), tills: z.record(z.string(), z.int()) });
type File = z.infer<typeof fileSchema>;

/**
 * The data folder, which a restore does not change. If it is not writable, only the devices
 * remember.
 */
export function openZFolder(directory: string, log: Logger): ZFolder {
  let written = read(directory);
  const ofJournal = (journal: string): File => (written?.journal === journal ? written : { journal, tills: {} });
  return {
    read: (journal) => new Map(Object.entries(ofJournal(journal).tills)),
    note(journal, tillId, number) {
      const { tills } = ofJournal(journal);
      if ((tills[tillId] ?? 0) >= number) return;
      written = { journal, tills: { ...tills, [tillId]: number } };
      try {
        writeDurably(directory, Z_FILE, `${JSON.stringify(written)}\n`);
      } catch (error) {
        log.warn(describeError(error), 'failed to save the number of a closed shift in DATA_DIR');
      }
    },
  };
}

function read(directory: string): File | null {
  try {
    return fileSchema.parse(JSON.parse(readSmallText(join(directory, Z_FILE))));
  } catch (error) {
    /* Only a person can have changed the file, because it is written whole or not at all. The
       devices still know the numbers. */
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || isUnreadable(error)) return null;
    throw error;
  }
}

const isUnreadable = (error: unknown) => error instanceof SyntaxError || error instanceof z.core.$ZodError;
