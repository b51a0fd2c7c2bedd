import type { GaugeReading } from '../../../bff/platform/metrics/metrics.ts';
import type { Backups } from './backups.ts';

/** The metrics of automatic backups. */
export function backupGauges({ lastAt, trouble }: Pick<Backups, 'lastAt' | 'trouble'>): GaugeReading[] {
  return [
    {
      name: 'tillside_backup_last_success_timestamp_seconds',
      help:
        'Time of the newest good backup, in seconds since 1970 UTC; 0 for none. Absent if the server makes ' +
        'no backups',
      value: (lastAt() ?? 0) / 1000,
    },
    {
      name: 'tillside_backup_trouble',
      help:
        '1 if the last backup failed, is overdue, or could not be restored in a trial. Absent if the server makes ' +
        'no backups',
      value: trouble() === null ? 0 : 1,
    },
  ];
}
