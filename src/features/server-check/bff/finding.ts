export type FindingSubject =
  | 'settings'
  | 'store'
  | 'shop'
  | 'standby'
  | 'keys'
  | 'port'
  | 'certificate'
  | 'backups'
  | 'issuer'
  | 'clock'
  | 'client API'
  | 'check';

/** The result of one check: fine, or a problem with its solution. */
export interface Finding {
  readonly ok: boolean;
  /** Fine, but rarely intended. */
  readonly isNote?: true;
  readonly subject: FindingSubject;
  readonly message: string;
}

/** The line that commands print for a finding. */
export function findingLine({ ok, isNote, subject, message }: Finding): string {
  const mark = isNote ? 'note' : ok ? 'ok' : 'problem';
  return `${mark.padEnd(8)}  ${subject}: ${message}`;
}
