import type { AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Stale } from '../operation/stale.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

export type GuessedCodesDeps = Pick<Ports, 'shop' | 'db' | 'clock' | 'audit'>;

/**
 * Lists devices that were paused after too many codes that do not exist. A manager finds out why
 * and closes the case with a note.
 */
export function guessedCodesSource({ shop, db, clock, audit }: GuessedCodesDeps): AttentionSource {
  const open = () =>
    db
      .selectFrom('guessed_codes')
      .leftJoin('person', 'person.id', 'guessed_codes.person_id')
      .leftJoin('device', 'device.id', 'guessed_codes.device_id')
      .select([
        'guessed_codes.id',
        'guessed_codes.codes',
        'guessed_codes.at',
        'person.name as person',
        'device.name as device',
      ])
      .where('guessed_codes.shop', '=', shop)
      .where('guessed_codes.closed_at', 'is', null)
      .orderBy('guessed_codes.at');

  async function close(id: string, { reason }: AttentionRequest, caller: Caller): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const closed = await tx
        .updateTable('guessed_codes')
        .set({ closed_at: clock.now() })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!closed) throw new Stale();
      await audit.write({ by: caller, action: 'codes.closed', subject: id, details: { reason } }, tx);
    });
  }

  const caseOf = (found: Parameters<typeof itemOf>[0]): AttentionCase => ({
    item: itemOf(found),
    act: (request, caller) => close(found.id, request, caller),
  });
  return {
    cases: async () => (await open().execute()).map(caseOf),
    async find(id) {
      const found = await open().where('guessed_codes.id', '=', id).executeTakeFirst();
      return found ? caseOf(found) : null;
    },
  };
}

interface Guessed {
  readonly id: string;
  readonly codes: number;
  readonly at: number;
  readonly person: string | null;
  readonly device: string | null;
}

function itemOf({ id, codes, at, person, device }: Guessed): AttentionItem {
  const since = new Date(at).toISOString();
  return {
    id,
    kind: 'guessing',
    subject: 'codes',
    state: 'open',
    since,
    changedAt: since,
    last4: '',
    amount: null,
    person,
    device,
    evidence: [{ at: since, code: 'codes-guessed', detail: String(codes) }],
    candidates: [],
    actions: ['close'],
  };
}
