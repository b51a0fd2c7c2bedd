import type { Setup } from '../../../bff/access/people/setup.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import type { Cookies } from '../../../bff/platform/http/cookies.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { RestoreOnServer } from './restore-here.ts';
import type { RestoredAccessReview } from './restored-access.ts';
import type { Uploads } from './uploads.ts';

const USES_POSTGRES = 'This server uses PostgreSQL. Copy the backup to its machine, and run npm run restore -- FOLDER';

interface RestoreRoutesOptions extends Pick<Router, 'on'> {
  readonly cookies: Cookies;
  readonly setup: Pick<Setup, 'assertCode'>;
  readonly restoreHere: RestoreOnServer;
  readonly uploads: Uploads;
  readonly config: Pick<Config, 'databaseUrl'>;
}

export function restoreRoutes({ on, cookies, setup, restoreHere, uploads, config }: RestoreRoutesOptions): void {
  on(endpoints.listBackups, async ({ body, remoteAddress }) => {
    await setup.assertCode(body.code, remoteAddress);
    return { body: restoreHere.list() };
  });

  on(endpoints.uploadBackup, async ({ body, remoteAddress }) => {
    await setup.assertCode(body.code, remoteAddress);
    if (config.databaseUrl !== null) return { body: { isStored: false as const, message: USES_POSTGRES } };
    return { body: await uploads.store(body) };
  });

  on(endpoints.discardUpload, async ({ body, remoteAddress }) => {
    await setup.assertCode(body.code, remoteAddress);
    uploads.discard();
    return { body: undefined };
  });

  on(endpoints.tryBackup, async ({ body, remoteAddress }) => {
    await setup.assertCode(body.code, remoteAddress);
    return { body: await restoreHere.trial(body.folder) };
  });

  on(endpoints.restoreBackup, async ({ body, remoteAddress }) => {
    await setup.assertCode(body.code, remoteAddress);
    const { trial, deviceToken } = await restoreHere.run(body.folder, body.device.name);
    if (deviceToken === null) return { body: trial };
    return { status: 201, body: trial, headers: [cookies.device(deviceToken)] };
  });
}

export function restoredAccessRoutes(on: Router['on'], review: Pick<RestoredAccessReview, 'list' | 'decide'>): void {
  on(endpoints.restoredAccess, async ({ caller }) => ({ body: await review.list(caller) }));
  on(endpoints.decideRestoredAccess, async ({ caller, body }) => {
    await review.decide(caller, body);
    return { body: undefined };
  });
}
