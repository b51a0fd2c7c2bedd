import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { readConfig } from '../config/config.ts';
import { describeChangedSettings } from '../config/settings-noted.ts';
import { type Audit, createAudit } from './audit.ts';
import { describeVerdict, readNotedEnd } from './report.ts';
import { startTrail } from './start-trail.ts';
import { verifyTrail } from './verify.ts';

let store: TestStore;
let audit: Audit;
beforeEach(async () => {
  store = await SQLITE.open();
  await seedPeople(store.db, SHOP);
  audit = createAudit({ db: store.db, keys: TEST_KEYS, clock: createManualClock() });
});
afterEach(() => store.close());

const start = (settings: Record<string, string>) =>
  startTrail(store.db, audit, SHOP, describeChangedSettings(readConfig(settings)));
const entries = async () => {
  const rows = await store.db.selectFrom('audit').select(['action', 'details']).orderBy('seq').execute();
  return rows.map(({ action, details }) => [action, JSON.parse(details)]);
};

it('the first start records the data that existed before the trail, and the server’s settings', async () => {
  await start({});
  expect(await entries()).toEqual([
    ['trail.begun', { people: 3, devices: 2 }],
    [
      'settings.changed',
      expect.objectContaining({ VOUCHER_SERVICE: 'sandbox', CURRENCY: 'SGD', SAFE_SECOND_ATTEMPT: true }),
    ],
  ]);
});

it('a restart is not recorded unless settings changed', async () => {
  await start({});
  await start({});
  await start({ SETTLE_WINDOW_MS: '300000' });
  await audit.write({
    by: { shop: SHOP, person: null, device: null },
    action: 'settings.changed',
    details: { pinAboveCards: 50 },
  });
  await start({ SETTLE_WINDOW_MS: '300000' });
  expect((await entries()).slice(2)).toEqual([
    ['settings.changed', { SETTLE_WINDOW_MS: 300_000 }],
    ['settings.changed', { pinAboveCards: 50 }],
  ]);
});

it('the recorded settings contain no secret', () => {
  const noted = describeChangedSettings(
    readConfig({ SETUP_CODE: 'canary-setup', METRICS_TOKEN: 'canary-token-0123456789' }),
  );
  expect(JSON.stringify(noted)).not.toContain('canary');
});

it('the end printed by the command can be passed to it', async () => {
  await start({});
  const [verdict] = await verifyTrail(store.db, TEST_KEYS, []);
  if (!verdict) throw new Error('there is no shop');
  const [, end = ''] = /end (\S+)/.exec(describeVerdict(verdict)) ?? [];
  const noted = readNotedEnd(end);
  expect(noted).toEqual({ shop: null, seq: 2, hash: verdict.last?.hash });
  expect((await verifyTrail(store.db, TEST_KEYS, [noted]))[0]?.fault).toBeNull();
  expect(() => readNotedEnd('yesterday')).toThrow('The end must look like');
});
