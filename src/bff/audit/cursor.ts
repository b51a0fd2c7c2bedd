import { refuse } from '../http/problem.ts';

/** `a`: an entry of the chain; `j`: a fact of the journal. */
export type Source = 'a' | 'j';

/** Where a page ended. Lines are ordered by time, then source, then number. */
export interface Cursor {
  readonly at: number;
  readonly source: Source;
  readonly seq: number;
}

const CURSOR = /^(\d{1,15})([aj])(\d{1,15})$/;

export function cursorText({ at, source, seq }: Cursor): string {
  return `${at}${source}${seq}`;
}

/** @throws Problem 400 `bad-request` for what {@link cursorText} did not make */
export function readCursor(text: string): Cursor {
  const [, at, source, seq] = CURSOR.exec(text) ?? [];
  if (source !== 'a' && source !== 'j') {
    throw refuse('bad-request', { message: '"cursor" is not in the expected form.', details: { field: 'cursor' } });
  }
  return { at: Number(at), source, seq: Number(seq) };
}
