import { dataKeyMark } from '../../../bff/platform/base/keys.ts';
import { type Rotation, sealingKeyIn } from '../../../bff/platform/storage/key-ring.ts';
import type { RotationResult } from './rotate.ts';

const NAME_LETTERS = 8;

/** The displayed name of a data key: the first letters of its mark. */
function nameOf(mark: string): string {
  return mark.slice(0, NAME_LETTERS);
}

/** Describes the keys of a journal, for the doctor. Not ok during a rotation. */
export function describeKeys(dataKey: Buffer, rotations: readonly Rotation[]): { ok: boolean; message: string } {
  const opens = nameOf(dataKeyMark(dataKey));
  const used = `data key ${opens} opens the journal, sealing key ${sealingKeyIn(rotations)} is used`;
  const last = rotations.at(-1);
  if (last === undefined) return { ok: true, message: `${used}; never rotated` };
  if (last.ended_at !== null) return { ok: true, message: `${used}; rotated ${dayOf(last.ended_at)}` };
  const summary = `${used}; the rotation of ${dayOf(last.begun_at)} to data key ${nameOf(last.to_key)} is not finished`;
  return {
    ok: false,
    message: `${summary}: give every server that key where DATA_KEY is set, then run npm run keys:rotate again`,
  };
}

/**
 * The output of `npm run keys:rotate`.
 * @param hasConfiguredKey true if the data key is a setting, which the command cannot change
 */
export function describeRotated({ number, rows, ended }: RotationResult, hasConfiguredKey: boolean): string {
  const resealed = `Sealing key ${number} is used by every server; ${rows} rows were sealed again.\n`;
  if (!ended)
    return (
      `${resealed}Now give every server the new data key as DATA_KEY, and run npm run keys:rotate again with it: ` +
      'until then both keys open the journal.\n'
    );
  const keyNote = hasConfiguredKey ? '' : ' DATA_DIR/keys holds the new one.';
  return (
    `${resealed}The old data key no longer opens the journal.${keyNote} Earlier backups still need the old ` +
    'key: keep it as long as you keep them.\n'
  );
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
