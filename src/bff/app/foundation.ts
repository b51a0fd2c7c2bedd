import type { TrainingVoucher } from '../../contract/access/people.ts';
import type { FeatureCalls } from '../issuer/feature-calls.ts';
import type { AccountReader } from '../issuer/mirror/account-reader.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Ports } from '../platform/audit/ports.ts';
import type { Config, IssuerAddress } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Backups } from '../platform/storage/backups.ts';
import type { RestoreOnServer } from './restore-port.ts';

/** What checks of a running server need to know about it. */
export interface RunningServer {
  /** The environment that the settings were read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly address: IssuerAddress;
  /** True if the journal can be written now. */
  readonly canWrite: () => Promise<boolean>;
  /** The last lines of the log. */
  readonly recentLog: () => string;
}

/** The basis of all other parts of the server. */
export interface Foundation extends Ports {
  readonly config: Config;
  readonly issuer: Issuer & FeatureCalls;
  /** Set if metrics are collected. */
  readonly metrics?: Metrics | undefined;
  /** Automatic backups; null if they are switched off on purpose. */
  readonly backups?: Pick<Backups, 'trouble'> | null;
  /** Folder for files besides the database; absent in tests. */
  readonly directory?: string;
  /** The code that the first set-up requires. */
  readonly setupCode: string;
  readonly running: RunningServer;
  readonly restoreHere: RestoreOnServer;
  /** The account's reader, if another shop of the account created it. */
  readonly reader?: AccountReader;
  /** Names of the embedded issuer's shops, by number. */
  readonly knownShops?: ReadonlyMap<string, string>;
  /** Null with a real issuer. */
  readonly practiceVouchers: (() => TrainingVoucher[]) | null;
}
