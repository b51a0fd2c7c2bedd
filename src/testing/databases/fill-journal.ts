import type { Kysely } from 'kysely';
import type { Scope } from '../../bff/platform/base/scope.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';
import { ANA } from '../rigs/till.ts';

/** Rows that one statement writes; both engines allow more values than these have. */
const ROWS_AT_ONCE = 500;

/**
 * Writes captured redemptions with their facts like the journal, one per `stepMs` up to `until`, as
 * fast as the database allows. The shop must have Ana and her till, see `seedPeople`, or the given
 * people and devices, who take turns.
 */
export async function fillJournal(
  db: Kysely<Schema>,
  { shop, count, until, stepMs = 1_000, by = [{ device: ANA.device.id, person: ANA.person.id }] }: FillOptions,
): Promise<void> {
  for (let begun = 0; begun < count; begun += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - begun) }, (_, index) => begun + index);
    const ids = numbers.flatMap((number) => {
      const turn = by[number % by.length];
      return turn === undefined ? [] : [{ id: `filled-${number}`, at: Math.round(until - (count - number) * stepMs), ...turn }];
    });
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('operation')
        .values(ids.map((row) => operationRow(row, shop)))
        .execute();
      await tx
        .insertInto('tender')
        .values(ids.map((row) => tenderRow(row, shop)))
        .execute();
      await tx
        .insertInto('fact')
        .values(ids.flatMap((row) => factRows(row, shop)))
        .execute();
    });
  }
}

export interface FillOptions {
  readonly shop: Scope;
  readonly count: number;
  /** Milliseconds since 1970, UTC. */
  readonly until: number;
  /** Milliseconds between two redemptions. */
  readonly stepMs?: number;
  readonly by?: readonly { readonly device: string; readonly person: string }[];
}

interface Filled {
  readonly id: string;
  readonly at: number;
  readonly device: string;
  readonly person: string;
}

function operationRow({ id, at, device: device_id }: Filled, shop: Scope) {
  const ended = { lock_hash: null, state: 'captured', open: 0, version: 3, owner: null };
  return { id, shop, kind: 'tender' as const, device_id, ...ended, created_at: at, changed_at: at + 200 };
}

function tenderRow({ id, at, device, person }: Filled, shop: Scope) {
  const voucher = { code_hash: id, ref_hash: id, ref_sealed: '', last4: '7890', sale_id: null };
  const worth = { kind: 'money' as const, requested: 2_000, currency: 'SGD', return_info: 1 };
  return { id, shop, device_id: device, person_id: person, ...voucher, ...worth, created_at: at };
}

function factRows({ id, at, person: person_id }: Filled, shop: Scope) {
  const captured = { captureId: id, authorizationId: null, captured: 2_000, evidence: 'answer', refundHandle: null, vouchers: [] };
  return [
    { at, kind: 'intent', data: '{"snapshot":null,"offset":null}' },
    { at, kind: 'sent', data: '{}' },
    { at: at + 200, kind: 'captured', data: JSON.stringify(captured) },
  ].map((fact) => ({ ...fact, shop, operation_id: id, operation_kind: 'tender' as const, person_id, decider_id: null }));
}
