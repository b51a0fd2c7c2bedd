import { tmpdir } from 'node:os';
import { defineServer } from '../../../bff/app/feature.ts';
import type { restoreEndpoints } from '../contract/endpoints.ts';
import { automaticBackups } from './automatic-backups.ts';
import { backUpBeforeUpgrade } from './backup-before-upgrade.ts';
import { backupSource } from './case.ts';
import { diagnoseBackups } from './diagnose-backups.ts';
import { backupGauges } from './gauges.ts';
import { createRestoreOnServer } from './restore-here.ts';
import { createRestoredAccess } from './restored-access.ts';
import { restoredPeople } from './restored-people.ts';
import { restoredAccessRoutes, restoreRoutes } from './route.ts';
import { createUploads } from './uploads.ts';

export const backups = defineServer({
  name: 'backups',
  summaries: {
    listBackups: 'The automatic backups of a server that is not set up yet.',
    uploadBackup: 'Stores a piece of a backup that the browser sends.',
    discardUpload: 'Removes an upload that was stopped.',
    tryBackup: 'Restores a backup in a trial.',
    restoreBackup: 'Restores a backup on a server that is not set up yet.',
    restoredAccess: 'Access that a restore may have brought back.',
    decideRestoredAccess: 'Confirms or ends access that a restore may have brought back.',
  } satisfies Record<keyof typeof restoreEndpoints, string>,
  examples: {
    listBackups: { code: 'the setup code' },
    uploadBackup: {
      code: 'the setup code',
      upload: '00000000-0000-4000-8000-000000000001',
      file: 'keys',
      offset: 0,
      data: 'QQ==',
      totalBytes: 1,
    },
    discardUpload: { code: 'the setup code' },
    tryBackup: { code: 'the setup code', folder: '/backups' },
    restoreBackup: { code: 'the setup code', folder: '/backups', device: { name: 'Till 9' } },
    decideRestoredAccess: { decision: 'confirm', entries: [{ kind: 'device', id: 'till-9' }] },
  },
  money: {
    none: ['listBackups', 'uploadBackup', 'discardUpload', 'tryBackup', 'restoreBackup', 'decideRestoredAccess'],
  },
  beforeMigration: backUpBeforeUpgrade,
  settingsFindings: diagnoseBackups,
  create(core, _, hooksOf) {
    const { setup, config, running, shop, statusDerivations, directory = tmpdir() } = core;
    const uploads = createUploads(directory);
    const restoreHere = createRestoreOnServer({ ...running, config, statusDerivations });
    const automatic = core.isFurtherShop ? null : automaticBackups(core);
    const restoredAccess = createRestoredAccess({ ...core, access: () => hooksOf('restorableAccess').flat() });
    return {
      parts: { restoreHere },
      restorableAccess: restoredPeople(core),
      attentionSources: [restoredAccess.source(shop), ...(automatic ? [backupSource(automatic)] : [])],
      gauges: () => Promise.resolve(automatic ? backupGauges(automatic) : []),
      /* After a restore the server starts again, too. */
      start: uploads.discard,
      onStarted: () => automatic?.start(),
      stop: async () => automatic?.stop(),
      routes({ on, cookies }) {
        restoreRoutes({ on, cookies, setup, restoreHere, uploads, config });
        restoredAccessRoutes(on, restoredAccess);
      },
    };
  },
});
