import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** The standbys that a PostgreSQL reports. */
export interface Standbys {
  /**
   * The setting `synchronous_standby_names`: the standbys that a commit waits for; empty for none.
   */
  readonly names: string;
  /**
   * The number of standbys, of those that a commit waits for, and of those whose state this user
   * may not see.
   */
  readonly following: number;
  readonly synchronous: number;
  readonly hidden: number;
}

/** @throws Error as for an unavailable database */
export async function readStandbys(db: Kysely<Schema>): Promise<Standbys> {
  const { rows } = await sql<Record<Exclude<keyof Standbys, 'names'>, string> & Pick<Standbys, 'names'>>`
    select current_setting('synchronous_standby_names') as names, count(pid) as following,
      count(pid) filter (where sync_state in ('sync', 'quorum')) as synchronous,
      count(pid) filter (where sync_state is null) as hidden
    from pg_stat_replication`.execute(db);
  const [row] = rows;
  const count = (value: string | undefined) => Number(value ?? 0);
  return {
    names: row?.names ?? '',
    following: count(row?.following),
    synchronous: count(row?.synchronous),
    hidden: count(row?.hidden),
  };
}

/** True if a confirmed redemption is on a standby as well, as far as this user may see. */
export function isOnStandby({ names, synchronous, hidden }: Standbys): boolean {
  return names !== '' && (synchronous > 0 || hidden > 0);
}

/** Describes what a failover could lose, for the operator. */
export function describeFailoverLoss(standbys: Standbys): string {
  const { names, following, synchronous, hidden } = standbys;
  if (names !== '' && synchronous > 0)
    return 'every commit waits for a standby: a failover loses nothing that was confirmed';
  if (names !== '' && hidden > 0)
    return 'every commit waits for a standby; grant pg_monitor to this user to see its replication status';
  if (names !== '')
    return 'synchronous_standby_names names a standby that is not connected: nothing can be written until it connects';
  if (following > 0)
    return (
      `${following === 1 ? 'a standby follows' : `${following} standbys follow`} with a delay: a failover can ` +
      'lose the last redemptions, and redeeming then starts paused'
    );
  return 'no standby follows this database: if it is lost, everything since the last backup is lost';
}
