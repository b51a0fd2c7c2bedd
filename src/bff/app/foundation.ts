import type { TrainingVoucher } from '../../contract/access/people.ts';
import type { FeatureCalls } from '../issuer/feature-calls.ts';
import type { AccountReader } from '../issuer/mirror/account-reader.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Ports } from '../platform/audit/ports.ts';
import type { Config, IssuerAddress } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

/**
 * Runs a command of this build in a process of its own that gives way to redemptions.
 * @param signal ends the command
 * @throws Error with the exit code as `code` unless it is 0
 */
export type RunCommand = (name: string, args: readonly string[], signal: AbortSignal) => Promise<unknown>;

/** What features need to know about a running server. */
export interface RunningServer {
  /** The environment that the settings were read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly address: IssuerAddress;
  /** True if the journal can be written now. */
  readonly canWrite: () => Promise<boolean>;
  /** The last lines of the log. */
  readonly recentLog: () => string;
  /** Stops the server, runs an action, and starts the server again. */
  readonly whileStopped: <T>(action: () => Promise<T>) => Promise<T>;
  /** Absent in a server that runs without its build. */
  readonly runCommand?: RunCommand | undefined;
  /** The key that opens the journal now; the one of the settings may have been rotated. */
  readonly dataKey: () => Buffer;
}

/** The basis of all other parts of the server. */
export interface Foundation extends Ports {
  readonly config: Config;
  readonly issuer: Issuer & FeatureCalls;
  /** Set if metrics are collected. */
  readonly metrics?: Metrics | undefined;
  /** True for shops besides that of the settings, whose parts do what a server does once. */
  readonly isFurtherShop?: boolean;
  /** Folder for files besides the database; absent in tests. */
  readonly directory?: string;
  /** The code that the first set-up requires. */
  readonly setupCode: string;
  readonly running: RunningServer;
  /** The account's reader, if another shop of the account created it. */
  readonly reader?: AccountReader;
  /** Names of the embedded issuer's shops, by number. */
  readonly knownShops?: ReadonlyMap<string, string>;
  /** Null with a real issuer. */
  readonly practiceVouchers: (() => TrainingVoucher[]) | null;
}
