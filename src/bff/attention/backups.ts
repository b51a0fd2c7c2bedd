import type { AttentionItem } from '../../contract/attention.ts';
import type { Backups, BackupTrouble } from '../backup/backups.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

/** There is one such case at most. */
const ID = 'backup';

/** That there is no fresh backup. There is nothing to decide about it here; it goes by itself once one was made. */
export function backupSource(backups: Pick<Backups, 'trouble'>): AttentionSource {
  const cases = (): AttentionCase[] => {
    const trouble = backups.trouble();
    return trouble ? [{ item: itemOf(trouble), act: () => Promise.reject(new Error('nothing can be done about it here')) }] : [];
  };
  return { cases: async () => cases(), find: async (id) => (id === ID ? (cases()[0] ?? null) : null) };
}

function itemOf({ code, since, lastAt }: BackupTrouble): AttentionItem {
  const at = new Date(since).toISOString();
  const last = lastAt === null ? [] : [{ at: new Date(lastAt).toISOString(), code: 'backup-last' as const, detail: null }];
  return {
    id: ID,
    kind: 'backup',
    subject: 'backup',
    state: 'behind',
    since: at,
    changedAt: at,
    last4: '',
    amount: null,
    person: null,
    device: null,
    evidence: [...last, { at, code, detail: null }],
    candidates: [],
    actions: [],
  };
}
