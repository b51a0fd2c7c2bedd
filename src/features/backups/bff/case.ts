import { type AttentionSource, backlogSource } from '../../../bff/redemption/cases/source.ts';
import type { Backups } from './backups.ts';

/** Lists a case while there is no fresh backup. */
export function backupSource(backups: Pick<Backups, 'trouble'>): AttentionSource {
  return backlogSource(() => {
    const trouble = backups.trouble();
    if (trouble === null) return null;
    const { code, since, lastAt } = trouble;
    const last =
      lastAt === null ? [] : [{ at: new Date(lastAt).toISOString(), code: 'backup-last' as const, detail: null }];
    return {
      id: 'backup',
      kind: 'backup',
      subject: 'backup',
      since,
      evidence: [...last, { at: new Date(since).toISOString(), code, detail: null }],
    };
  });
}
