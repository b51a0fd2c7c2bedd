import type { Setup } from '../../../bff/access/people/setup.ts';
import type { RestoreHere } from '../../../bff/app/feature.ts';
import type { Cookies } from '../../../bff/platform/http/cookies.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';

interface RestoreRoutesOptions extends Pick<Router, 'on'> {
  readonly cookies: Cookies;
  readonly setup: Pick<Setup, 'assertCode'>;
  readonly restoreHere: RestoreHere;
}

export function restoreRoutes({ on, cookies, setup, restoreHere }: RestoreRoutesOptions): void {
  on(endpoints.listBackups, async ({ body, remoteAddress }) => {
    await setup.assertCode(body.code, remoteAddress);
    return { body: restoreHere.list() };
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
