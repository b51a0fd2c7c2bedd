import type { Kysely } from 'kysely';
import type { OtherManagers } from '../../../bff/access/people/other-managers.ts';
import type { RestorableAccess } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { caseMoved } from '../../../bff/redemption/cases/problems.ts';
import type { AttentionCase, AttentionSource } from '../../../bff/redemption/cases/source.ts';
import type { RestoredAccess } from '../../../contract/platform/restored-access.ts';
import type { RestoredDecision } from '../contract/restored-decision.ts';
import { FAILOVER_LOSES_AT_MOST_MS } from './limits.ts';

export interface RestoredAccessDeps extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly otherManagers: Pick<OtherManagers, 'exist'>;
  /** Called when it is first needed: all features exist by then. */
  readonly access: () => readonly RestorableAccess[];
}

/**
 * Access that a restore may have brought back. The restored data does not contain endings after its
 * copy, so everything active that is older than the restore waits for a manager's decision.
 */
export interface RestoredAccessReview {
  list(caller: Caller): Promise<RestoredAccess[]>;
  /**
   * Confirms or ends entries; those that are no longer on the list are skipped.
   * @throws Problem 403 `other-manager` for the caller's own entries while there is another
   * manager; those of {@link RestorableAccess.end}
   */
  decide(manager: Caller, decision: RestoredDecision): Promise<void>;
  readonly source: (shop: Scope) => AttentionSource;
}

type RestoredGap = Schema['journal_gap'];
type OpenEntry = Omit<RestoredAccess, 'isForOther'> & { readonly personId: string | undefined };

export function createRestoredAccess({ db, clock, audit, otherManagers, access }: RestoredAccessDeps) {
  async function openEntries(shop: Scope): Promise<{ gap: RestoredGap; entries: readonly OpenEntry[] } | null> {
    const gap = await latestRestore(db, shop);
    if (gap === null) return null;
    const rows = await db
      .selectFrom('restored_decision')
      .select(['kind', 'item_id'])
      .where('shop', '=', shop)
      .where('gap_id', '=', gap.id)
      .execute();
    const decided = new Set(rows.map(({ kind, item_id }) => `${kind} ${item_id}`));
    const ofKinds = await Promise.all(
      access().map(async ({ kind, list }) =>
        (await list(shop, gap.found_at)).map(
          ({ id, name, role = null, detail = null, at, personId }): OpenEntry => ({
            kind,
            id,
            name,
            role,
            detail,
            since: new Date(at).toISOString(),
            personId,
          }),
        ),
      ),
    );
    return { gap, entries: ofKinds.flat().filter(({ kind, id }) => !decided.has(`${kind} ${id}`)) };
  }

  /** A person whose access may have ended does not confirm it alone. */
  async function isForOther(caller: Caller, { personId }: OpenEntry): Promise<boolean> {
    return personId === caller.person.id && (await otherManagers.exist(caller));
  }

  async function decide(manager: Caller, { decision, entries }: RestoredDecision): Promise<void> {
    const { shop, person } = manager;
    const open = await openEntries(shop);
    for (const { kind, id } of entries) {
      const entry = open?.entries.find((one) => one.kind === kind && one.id === id);
      if (!open || !entry) continue;
      if (await isForOther(manager, entry)) throw refuse('other-manager');
      if (decision === 'end')
        await access()
          .find((one) => one.kind === kind)
          ?.end(manager, id);
      await db.transaction().execute(async (tx) => {
        const row = { shop, gap_id: open.gap.id, kind, item_id: id, decision, person_id: person.id, at: clock.now() };
        const written = await tx
          .insertInto('restored_decision')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (decision === 'end' || written.numInsertedOrUpdatedRows === 0n) return;
        const details = { kind, name: entry.name };
        await audit.write({ by: manager, action: 'restore.access-confirmed', subject: id, details }, tx);
      });
    }
  }

  async function current(shop: Scope): Promise<AttentionCase | null> {
    const open = await openEntries(shop);
    return open === null || open.entries.length === 0 ? null : caseOf(open.gap);
  }

  const source = (shop: Scope): AttentionSource => ({
    cases: async () => [await current(shop)].filter((one) => one !== null),
    async find(id) {
      const found = await current(shop);
      return found?.item.id === id ? found : null;
    },
  });

  return {
    async list(caller) {
      const open = await openEntries(caller.shop);
      return Promise.all(
        (open?.entries ?? []).map(async ({ personId, ...entry }) => ({
          ...entry,
          isForOther: await isForOther(caller, { ...entry, personId }),
        })),
      );
    },
    decide,
    source,
  } satisfies RestoredAccessReview;
}

/**
 * Returns the latest gap that older data caused. A failover, which loses seconds, does not count.
 */
async function latestRestore(db: Kysely<Schema>, shop: Scope): Promise<RestoredGap | null> {
  const row = await db
    .selectFrom('journal_gap')
    .selectAll()
    .where('shop', '=', shop)
    .where((eb) =>
      eb.or([eb('reason', '=', 'restored'), eb('from_at', '<', eb('found_at', '-', FAILOVER_LOSES_AT_MOST_MS))]),
    )
    .orderBy('found_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

function caseOf({ id, found_at }: RestoredGap): AttentionCase {
  const since = new Date(found_at).toISOString();
  return {
    item: {
      id: `access-${id}`,
      kind: 'access',
      subject: 'access',
      state: 'open',
      since,
      changedAt: since,
      last4: '',
      amount: null,
      person: null,
      device: null,
      evidence: [],
      candidates: [],
      actions: [],
    },
    act: () => Promise.reject(caseMoved()),
  };
}
