import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createShiftRig, type ShiftRig } from '../../../testing/rigs/shift-rig.ts';
import { ANA, BEN, MEI, QUIET, SHOP, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { createSeals } from '../../platform/audit/seals.ts';
import { verifyTrail } from '../../platform/audit/verify.ts';
import { verifyClosings } from '../../platform/audit/verify-closings.ts';
import { verifyFacts } from '../../platform/audit/verify-facts.ts';
import { systemClock, systemRandom } from '../../platform/base/ports.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import { liftAppendOnly } from '../../platform/store/migrations/dialect.ts';
import { withoutNames } from './erase-names.ts';
import { erasePerson } from './erase-person.ts';

const NOW = { disabled_at: 1 };

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: ShiftRig;
  beforeEach(async () => {
    rig = await createShiftRig(kind);
    const { db } = rig.store;
    const { audit } = rig.parts;
    const tender = await rig.take(ANA, 2_000);
    await rig.close(ANA, {});
    const [fact] = await acrossShops(db).selectFrom('fact').selectAll().execute();
    if (fact === undefined) throw new Error('The redemption has no fact');
    const { seq: _, ...copied } = fact;
    const by = { personId: 'ana', person: 'Ana' };
    await db
      .insertInto('fact')
      .values({
        ...copied,
        operation_id: tender,
        kind: 'closed',
        decider_id: 'ana',
        data: JSON.stringify({ by, note: 'Ana said so' }),
      })
      .execute();
    await audit.write({ by: MEI, action: 'person.renamed', subject: 'ana', details: { from: 'Ana', to: 'Ana Tan' } });
    await audit.write({ by: BEN, action: 'settings.changed', details: { settings: 'a', approver: 'Ana' } });
    await audit.write({ by: MEI, action: 'person.added', subject: 'ben', details: { name: 'Ben', role: 'cashier' } });
    await db.updateTable('person').set({ name: 'Ana Tan' }).where('id', '=', 'ana').execute();
    /* PostgreSQL waits for transactions that began before, by a clock that runs. */
    const ports = { shop: SHOP, db, reads: db, keys: TEST_KEYS, audit, clock: systemClock, log: QUIET };
    await createSeals(ports).sealNow();
    await db.updateTable('person').set(NOW).where('id', 'in', ['ana', 'ben']).execute();
  });
  afterEach(() => rig.end());

  const erase = (named: string) =>
    erasePerson(named, {
      db: rig.store.db,
      keys: TEST_KEYS,
      audit: rig.parts.audit,
      clock: systemClock,
      random: systemRandom,
    });
  const verdicts = async (noted: Parameters<typeof verifyTrail>[2] = []) => {
    const { db } = rig.store;
    const [trail] = await verifyTrail(db, TEST_KEYS, noted);
    const [facts] = await verifyFacts(db, TEST_KEYS);
    const [closings] = await verifyClosings(db, TEST_KEYS);
    return { trail: trail?.fault, facts: facts?.faults, closings: closings?.faults };
  };
  const SOUND = { trail: null, facts: [], closings: [] };
  /** Every value of every table, as text. */
  async function everything(): Promise<string> {
    const db = acrossShops(rig.store.db);
    const tables = await db.introspection.getTables();
    const all = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
    return JSON.stringify(all.map(({ rows }) => rows)).replaceAll('\\', '');
  }

  it('erasing replaces the present and former names everywhere, and the trail stays verifiable up to an earlier end', async () => {
    const [{ last } = { last: null }] = await verifyTrail(rig.store.db, TEST_KEYS, []);
    if (last === null) throw new Error('There is no trail');
    expect(await everything()).toContain('"Ana"');
    const { pseudonym, records } = await erase('Ana Tan');
    expect(records).toBeGreaterThanOrEqual(4);
    const stored = await everything();
    expect(stored).not.toMatch(/"Ana"|"Ana Tan"/);
    expect(stored).toContain(`"approver":"${pseudonym}"`);
    expect(stored).toContain('"name":"Ben"');
    expect(await verdicts([{ shop: SHOP, seq: last.seq, hash: last.hash }])).toEqual(SOUND);
    const person = await rig.store.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', 'ana')
      .executeTakeFirstOrThrow();
    expect(person).toMatchObject({ name: pseudonym, pin_hash: '' });
    const erased = rig.store.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'person.erased')
      .where('shop', '=', SHOP);
    expect(JSON.parse((await erased.executeTakeFirstOrThrow()).details)).toEqual({ name: pseudonym });
    await expect(rig.store.db.updateTable('fact').set({ at: 1 }).where('shop', '=', SHOP).execute()).rejects.toThrow(
      'append-only',
    );
  });

  it('a row that was changed afterwards is reported, even if it has an erased name', async () => {
    await erase('ana');
    const db = acrossShops(rig.store.db);
    for (const table of ['audit', 'fact', 'shift_z'] as const) await liftAppendOnly(rig.store.db, table);
    const { found } = await db.selectFrom('shift_z').select('found').executeTakeFirstOrThrow();
    await db
      .updateTable('shift_z')
      .set({ found: found.replace('2000', '1000') })
      .execute();
    await db.updateTable('fact').set({ data: sql`replace(data, 'said so', 'did it')` }).execute();
    await db.updateTable('audit').set({ details: sql`replace(details, 'Former staff', 'Former boss')` }).execute();
    const found3 = await verdicts();
    expect(found3.trail).toContain('was changed after it was written');
    expect(found3.facts).toHaveLength(1);
    expect(found3.closings).toHaveLength(1);
  });

  it('two people who appear in the same row are erased one after the other, and again after a restore', async () => {
    await rig.parts.audit.write({
      by: MEI,
      action: 'person.role-changed',
      subject: 'ben',
      details: { name: 'Ben', approver: 'Ana' },
    });
    const [first, second] = [await erase('ana'), await erase('ben')];
    expect(await verdicts()).toEqual(SOUND);
    expect(await everything()).toContain(`"name":"${second.pseudonym}","approver":"${first.pseudonym}"`);
    expect(await erase(first.pseudonym)).toEqual({ pseudonym: first.pseudonym, records: 0 });
    expect(await verdicts()).toEqual(SOUND);
  });

  it('someone who can still sign in, an unknown name and a shared name are refused, and nothing changes', async () => {
    await expect(erase('Mei')).rejects.toThrow('Mei can still sign in');
    await expect(erase('Zoe')).rejects.toThrow('No person is named Zoe');
    const twin = { id: 'twin', name: 'Ben', pin_hash: '', created_at: 1, ...NOW };
    await rig.store.db.insertInto('person').values(twin).execute();
    await expect(erase('Ben')).rejects.toThrow(/More than one person is named Ben.*twin/);
    expect(await verdicts()).toEqual(SOUND);
    expect(await rig.store.db.selectFrom('erasure').select('ref').where('shop', '=', SHOP).execute()).toEqual([]);
  });
});

describe('names in a JSON text', () => {
  const erased = { personId: 'p1', names: new Set(['Ana']), pseudonym: 'X' };

  it('are replaced if they are complete values of known keys, and with the person’s own id', () => {
    const text =
      '{"name":"Ana","role":"Ana","by":{"personId":"p1","person":"Old"},"of":[{"person":"Ana"},"Ana"],"note":"Ana was here"}';
    expect(JSON.parse(withoutNames(text, erased))).toEqual({
      name: 'X',
      role: 'Ana',
      by: { personId: 'p1', person: 'X' },
      of: [{ person: 'X' }, 'Ana'],
      note: 'Ana was here',
    });
  });

  it('leave a text without them unchanged, byte for byte', () => {
    expect(withoutNames('{ "name": "Anatole" }', erased)).toBe('{ "name": "Anatole" }');
  });
});
