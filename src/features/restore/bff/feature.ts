import { tmpdir } from 'node:os';
import { defineServer } from '../../../bff/app/feature.ts';
import type { restoreEndpoints } from '../contract/endpoints.ts';
import { restoreRoutes } from './route.ts';
import { createUploads } from './uploads.ts';

export const restore = defineServer({
  name: 'restore',
  summaries: {
    listBackups: 'The automatic backups of a server that is not set up yet.',
    uploadBackup: 'Stores a piece of a backup that the browser sends.',
    discardUpload: 'Removes an upload that was stopped.',
    tryBackup: 'Restores a backup in a trial.',
    restoreBackup: 'Restores a backup on a server that is not set up yet.',
  } satisfies Record<keyof typeof restoreEndpoints, string>,
  create({ setup, restoreHere, config, directory = tmpdir() }) {
    const uploads = createUploads(directory);
    return {
      parts: { restoreHere },
      /* After a restore the server starts again, too. */
      start: uploads.discard,
      routes: ({ on, cookies }) => restoreRoutes({ on, cookies, setup, restoreHere, uploads, config }),
    };
  },
});
