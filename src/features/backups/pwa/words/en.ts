import type { RestoredKind } from '../../../../contract/platform/restored-access.ts';

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
  access: {
    review: 'Check access',
    lead: 'The restored data can’t show what ended after it was saved, so everything that is active and older is listed. PINs and roles are as they were then, too: change them under Staff & devices if needed.',
    confirm: 'Still right',
    confirmOf: (name: string) => `${name} is still right`,
    confirmAll: (count: number) => `All ${count} are still right`,
    forOther: 'Another manager has to decide this.',
    since: (when: string) => `since ${when}`,
    kinds: {
      person: {
        title: 'Staff',
        lead: 'Former staff, an earlier role, or an old PIN that works again.',
        end: 'Disable',
        endOf: (name: string) => `Disable ${name}`,
        endSure: (name: string) => `${name} will no longer be able to sign in.`,
      },
      badge: {
        title: 'Badges',
        lead: 'Badges that were lost or replaced.',
        end: 'Revoke',
        endOf: (name: string) => `Revoke the badge of ${name}`,
        endSure: (name: string) => `The badge of ${name} will stop working.`,
      },
      passkey: {
        title: 'Passkeys',
        lead: 'Passkeys that were removed, or whose device was lost.',
        end: 'Remove',
        endOf: (name: string) => `Remove a passkey of ${name}`,
        endSure: (name: string) => `This passkey of ${name} will stop working.`,
      },
      device: {
        title: 'Devices',
        lead: 'Devices that were lost or given away.',
        end: 'Revoke',
        endOf: (name: string) => `Revoke ${name}`,
        endSure: (name: string) => `No one will be able to sign in on ${name}.`,
      },
      key: {
        title: 'API keys',
        lead: 'Keys that were revoked, or whose secret was replaced.',
        end: 'Revoke',
        endOf: (name: string) => `Revoke ${name}`,
        endSure: (name: string) => `Programs that use the key ${name} will be refused.`,
      },
      webhook: {
        title: 'Webhooks',
        lead: 'Addresses that should no longer receive events.',
        end: 'Remove',
        endOf: (name: string) => `Remove ${name}`,
        endSure: (name: string) => `${name} will receive no more events.`,
      },
      hold: {
        title: 'Vouchers on hold',
        lead: 'Vouchers that were released. Put vouchers that were held since then on hold again.',
        end: 'Release',
        endOf: (name: string) => `Release ${name}`,
        endSure: (name: string) => `Voucher ${name} can then be used again on every till.`,
      },
    } satisfies Record<RestoredKind, object>,
  },
};

/** The texts that every language has. */
export type RestoreMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly backups: RestoreMessages;
  }
}
