import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShopStore } from '../../bff/app/shop-store.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { diagnose } from '../../features/server-check/bff/diagnose.ts';
import { findingLine } from '../../features/server-check/bff/finding.ts';
import { SHOPS } from '../../sandbox/credentials.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';

const [FIRST] = SHOPS;

export type StagedSettings = Readonly<Record<string, string>>;

/** The settings of a shop with a real issuer and no fault, into which tests put one. */
export interface StagedShop {
  readonly settings: StagedSettings;
  /** Opens the store as a start does, which creates the journal. */
  start(settings: StagedSettings): Promise<void>;
  /** The lines of the doctor that are not `ok`, without those of the shop without a fault. */
  complaints(settings: StagedSettings, isSynchronised?: boolean | null): Promise<string[]>;
  close(): Promise<void>;
}

/** @param issuerAheadMs how far the issuer's clock is ahead of this machine's */
export async function stageShop(issuerAheadMs = 0): Promise<StagedShop> {
  const issuer = await startSandbox({
    directory: ':memory:',
    transactions: 40,
    now: () => Date.now() + issuerAheadMs,
  });
  const folder = mkdtempSync(join(tmpdir(), 'tillside-staged-'));
  const backups = mkdtempSync(join(tmpdir(), 'tillside-staged-backups-'));
  const settings = {
    DATA_DIR: folder,
    BACKUP_TO: backups,
    PORT: '0',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: issuer.merchantBaseUrl,
    MERCHANT_CLIENT_ID: FIRST.clientId,
    MERCHANT_CLIENT_SECRET: FIRST.clientSecret,
    MERCHANT_MID: FIRST.mid,
    CLIENT_BASE_URL: issuer.clientBaseUrl,
    CLIENT_TOKEN_URL: issuer.tokenUrl,
    CLIENT_ID: issuer.client.clientId,
    CLIENT_SECRET: issuer.client.clientSecret,
  };
  /* Both folders of a test are on one disk, and nothing is set up. */
  const isOfTest = (line: string) => /^ok|PUBLIC_ORIGIN is not set|is on the disk of DATA_DIR|there is no backup in/.test(line);
  return {
    settings,
    async start(of) {
      const { store } = await openShopStore(readConfig(of), createLogger('silent'));
      await store.close();
    },
    async complaints(of, isSynchronised = true) {
      const findings = await diagnose(of, () => Promise.resolve(isSynchronised));
      return findings.map(findingLine).filter((line) => !isOfTest(line));
    },
    async close() {
      await issuer.close();
      for (const made of [folder, backups]) rmSync(made, { recursive: true });
    },
  };
}
