import type { Finding } from '../../../bff/app/feature-hooks.ts';

/** The line that commands print for a finding. */
export function findingLine({ ok, isNote, subject, message }: Finding): string {
  const mark = isNote ? 'note' : ok ? 'ok' : 'problem';
  return `${mark.padEnd(8)}  ${subject}: ${message}`;
}
