import type { Kysely } from 'kysely';
import type { RunningServer } from '../../../bff/app/feature.ts';
import type { Finding, Tables } from '../../../bff/app/feature-hooks.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { VERSION } from '../../../bff/platform/base/version.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { firstShop } from '../../../bff/platform/store/first-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { diagnoseIssuer } from './check-issuer.ts';
import { adviceFindings } from './config-advice.ts';
import { diagnoseCertificate } from './diagnose-listening.ts';
import { diagnoseShops } from './diagnose-shops.ts';
import { describeJournal, machineLine, packetText } from './packet.ts';

interface SelfChecksDeps {
  readonly config: Config;
  readonly shop: Scope;
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly running: RunningServer;
  readonly settingsFindings: readonly NonNullable<Tables['settingsFindings']>[];
}

/** Checks that a running server makes of itself. */
export interface SelfChecks {
  /** The doctor's checks that a running server can make. They move no money and change nothing. */
  diagnose(): Promise<readonly Finding[]>;
  /** The text of a support packet. */
  packet(): Promise<string>;
}

const storeOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? `the disk and the owner of DATA_DIR (${dataDir})` : 'the database of DATABASE_URL';

export function createSelfChecks({
  config,
  shop,
  db,
  keys,
  clock,
  running,
  settingsFindings,
}: SelfChecksDeps): SelfChecks {
  const { env, address, canWrite, recentLog } = running;

  async function diagnose(): Promise<Finding[]> {
    const isWritable = await canWrite();
    const store: Finding = {
      ok: isWritable,
      subject: 'store',
      message: isWritable
        ? 'the journal can be written'
        : `the journal cannot be written: check ${storeOf(config)}, and the server's log`,
    };
    return [
      ...adviceFindings(config, env),
      store,
      ...diagnoseCertificate(config, clock.now()),
      ...settingsFindings.flatMap((findingsOf) => findingsOf(config, clock.now())),
      ...(await connections()),
    ];
  }

  /** The shop of the settings shows those of all shops, every other one its own. */
  async function connections(): Promise<Finding[]> {
    const deps = { db, keys, config, address, now: clock.now() };
    if ((await firstShop(db))?.shop !== shop && config.remote) return diagnoseShops({ ...deps, only: shop });
    return [...(await diagnoseIssuer(config, address)), ...(config.remote ? await diagnoseShops(deps) : [])];
  }

  async function packet(): Promise<string> {
    const now = clock.now();
    return packetText({
      version: VERSION,
      madeAt: new Date(now).toISOString(),
      machine: machineLine(),
      env,
      findings: await diagnose(),
      journal: await describeJournal(db, shop, now).catch(() => null),
      log: recentLog(),
    });
  }

  return { diagnose, packet };
}
