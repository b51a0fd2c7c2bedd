import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../../platform/http/route.ts';
import { type Settings, withoutLimits } from './settings.ts';

export function settingsRoutes(on: Router['on'], settings: Settings): void {
  on(endpoints.settings, async ({ caller }) => {
    const set = await settings.read(caller.shop);
    return { body: caller.person.role === 'manager' ? set : withoutLimits(set) };
  });
  on(endpoints.putSettings, async ({ body: { approval, reset, ...change }, caller }) => ({
    body: await settings.write(caller, change, { approval, reset }),
  }));
  on(endpoints.settingOrigins, async ({ caller }) => ({ body: await settings.origins(caller.shop) }));
  on(endpoints.putChainSettings, async ({ caller, body }) => ({ body: await settings.writeForAll(caller, body) }));
}
