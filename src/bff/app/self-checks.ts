import type { Kysely } from 'kysely';
import { systemClock } from '../platform/base/ports.ts';
import { VERSION } from '../platform/base/version.ts';
import type { Config, IssuerAddress } from '../platform/config/config.ts';
import type { Schema } from '../platform/store/schema.ts';
import { diagnoseIssuer } from './check-issuer.ts';
import { adviceFindings } from './config-advice.ts';
import { diagnoseBackups } from './diagnose-backups.ts';
import { diagnoseCertificate } from './diagnose-listening.ts';
import type { Finding } from './finding.ts';
import type { SelfChecks } from './foundation.ts';
import { describeJournal, machineLine, packetText } from './packet.ts';

interface RunningServer {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>> | undefined;
  readonly address: IssuerAddress;
  readonly db: Kysely<Schema>;
  /** True if the journal can be written now. */
  readonly canWrite: () => Promise<boolean>;
  readonly recentLog: (() => string) | undefined;
}

/** The checks of the doctor that a running server can make of itself, and its support packet. */
export function selfChecks({ config, env = {}, address, db, canWrite, recentLog }: RunningServer): SelfChecks {
  async function diagnose(): Promise<Finding[]> {
    const isWritable = await canWrite();
    const store: Finding = {
      ok: isWritable,
      subject: 'store',
      message: isWritable
        ? 'the journal can be written'
        : 'the journal cannot be written: check the disk or the database, and the log of the server',
    };
    return [
      ...adviceFindings(config, env),
      store,
      ...diagnoseCertificate(config, systemClock.now()),
      ...diagnoseBackups(config, systemClock.now()),
      ...(await diagnoseIssuer(config, address)),
    ];
  }

  async function packet(): Promise<string> {
    const now = systemClock.now();
    return packetText({
      version: VERSION,
      madeAt: new Date(now).toISOString(),
      machine: machineLine(),
      env,
      findings: await diagnose(),
      journal: await describeJournal(db, now).catch(() => null),
      log: recentLog?.() ?? '',
    });
  }

  return { diagnose, packet };
}
