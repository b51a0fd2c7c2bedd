/** Texts of the restore from the welcome page. */
export const en = {
  title: 'Restore a backup',
  lead: 'Brings back a shop whose server was lost. Nothing is changed until you press Restore.',
  code: 'Set-up code',
  codeHint: 'The new server printed it when it started.',
  next: 'Continue',
  leave: 'Back',
  backup: 'Backup',
  other: 'Another folder',
  folder: 'Folder of the backup on the server',
  folderHint: 'For example /mnt/backups/tillside-2030-01-15T09-00-00Z',
  files: 'Files on this device',
  chooseFiles: 'Files of the backup',
  chooseFilesHint: 'Select every file in the backup’s folder: backup.json, tillside.sqlite and, if present, keys.',
  uploading: 'Sending the files… Keep this page open.',
  incomplete: 'backup.json is missing. Select every file of the backup.',
  check: 'Check this backup',
  checking: 'Restoring the backup in a trial… This can take some minutes for a large shop.',
  fit: (when: string) => `The backup is complete and unchanged. It was made on ${when}.`,
  holds: (people: number, devices: number) => `People: ${people}. Tills: ${devices}.`,
  missing: (when: string) =>
    `Everything after ${when} is missing. The shop starts closed, until the issuer and the tills have supplied what they can. People sign in with the PINs of that day.`,
  device: 'Name of this till',
  deviceExample: 'New till',
  restore: 'Restore',
  restoring: 'Restoring… The server restarts. Keep this page open.',
  unfit: 'This backup can’t be restored. Nothing was changed.',
};

/** The texts that every language has. */
export type RestoreMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly backups: RestoreMessages;
  }
}
