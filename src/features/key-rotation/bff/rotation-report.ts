import type { RotationResult } from './rotate.ts';

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
  const keyNote = hasConfiguredKey ? '' : ' DATA_DIR/keys contains the new one.';
  return (
    `${resealed}The old data key no longer opens the journal.${keyNote} Earlier backups still need the old ` +
    'key: keep that key as long as you keep those backups.\n'
  );
}
