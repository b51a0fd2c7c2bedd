import { afterEach, beforeEach, expect, it } from 'vitest';
import { shopSettingsSchema } from '../../../contract/access/settings.ts';
import { setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { DEFAULT_SETTINGS } from './stored-settings.ts';

let server: TestServer;
let mei: TestBrowser;
beforeEach(async () => {
  server = await createTestServer();
  mei = (await setUpShop(server)).browser;
});
afterEach(() => server.close());

it.each(['cashier', 'stock'] as const)(
  'a %s gets the settings that a till needs, but no limits or thresholds',
  async (role) => {
    const limits = {
      approvalAboveCards: 40,
      pinAboveSum: 4_100,
      approvalAboveSum: 4_200,
      saleLimits: { typed: { above: 4_300, way: 'never' } },
      storiesPerHour: 44,
      thresholds: { 'own-refunds': 45 },
      openHours: { from: '04:46', to: '04:47' },
    } as const;
    const forTills = { pinAboveCards: 48, shopName: 'Café Orchid', closingBlind: true };
    await mei.send('PUT', '/api/settings', { ...limits, ...forTills });
    const staff = await signedIn(server, mei, { name: 'Sam', role, pin: '592807' });
    const read = shopSettingsSchema.parse((await staff.send('GET', '/api/settings')).body);
    expect(read).toEqual({ ...DEFAULT_SETTINGS, ...forTills });
    expect((await mei.send('GET', '/api/settings')).body).toMatchObject({ ...limits, ...forTills });
  },
);
