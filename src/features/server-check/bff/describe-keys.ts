import { dataKeyMark } from '../../../bff/platform/base/keys.ts';
import { type Rotation, sealingKeyIn } from '../../../bff/platform/storage/key-ring.ts';

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
    message: `${summary}: on servers that set DATA_KEY, set it to that key, then run npm run keys:rotate again`,
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
