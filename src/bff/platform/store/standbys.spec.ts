import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../../testing/databases/stores.ts';
import { createLogger } from '../base/logging.ts';
import { lineageOf } from './lineage.ts';
import { openPostgres } from './postgres.ts';
import { describeFailoverLoss, isOnStandby, readStandbys, type Standbys } from './standbys.ts';

const ALONE: Standbys = { names: '', following: 0, synchronous: 0, hidden: 0 };

it.each<[string, Partial<Standbys>, boolean, RegExp]>([
  ['without a standby', {}, false, /no standby/],
  ['with a lagging standby', { following: 1 }, false, /can lose the last redemptions/],
  ['with a standby that commits wait for', { names: '*', following: 1, synchronous: 1 }, true, /loses nothing/],
  ['with a standby that this user may not see', { names: '*', following: 1, hidden: 1 }, true, /pg_monitor/],
  ['with a standby that is not connected', { names: 'other' }, false, /nothing can be written/],
])('the possible loss in a failover is reported for a database %s', (_, said, isSafe, words) => {
  const standbys = { ...ALONE, ...said };
  expect(isOnStandby(standbys)).toBe(isSafe);
  expect(describeFailoverLoss(standbys)).toMatch(words);
});

onStores([POSTGRES], () => {
  it('a database user with rights only to its own tables can query standbys and the lineage', async () => {
    const url = await newDatabase('empty');
    const log = createLogger('silent');
    const owner = await openPostgres({ url, log });
    await sql`create role plain_till login password 'plain'`.execute(owner);
    try {
      const plain = await openPostgres({
        url: Object.assign(new URL(url), { username: 'plain_till', password: 'plain' }).href,
        log,
      });
      expect(await readStandbys(plain)).toEqual(ALONE);
      expect(await lineageOf(plain, '')).toMatch(/^\d+\/[0-9A-F]{8}\/\d+$/);
      await plain.destroy();
    } finally {
      await sql`drop role plain_till`.execute(owner);
      await owner.destroy();
      await removeDatabase(url);
    }
  });
});
