import { endpoints } from '../../contract/endpoints.ts';
import type { Router } from '../http/route.ts';
import type { Settings } from './settings.ts';

/** Adds the routes of the shop's settings. */
export function settingsRoutes(on: Router['on'], settings: Settings): void {
  on(endpoints.settings, async ({ caller }) => ({ body: await settings.read(caller.shop) }));
  on(endpoints.putSettings, async ({ body: { approval, ...change }, caller }) => ({
    body: await settings.write(caller, change, approval),
  }));
}
