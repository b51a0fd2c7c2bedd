import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresCluster } from '../databases/postgres.ts';

export const STORE_NAMES = ['sqlite', 'postgres'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** A separate shop after set-up, without redemptions. */
export interface CrashShop {
  /** Settings for finding its journal. */
  readonly env: Readonly<Record<string, string>>;
  /** Files of the journal that a power cut may damage; none if another process stores it. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

/** Cookies of tills: one in each shop of this store, and one in its sister shop in the same journal. */
export interface ShopCookies {
  readonly own: string;
  readonly sister: string;
}

/** The location of journals, and a shop that is copied for each trial. */
export interface CrashStore {
  readonly name: StoreName;
  readonly cookies: ShopCookies;
  newShop(): Promise<CrashShop>;
}

/** Sets up the shop that all others are copies of, and its sister, with a server that stops again. */
export type Furnish = (env: Readonly<Record<string, string>>) => Promise<ShopCookies>;

/** Journals in files under a folder. */
export async function sqliteStore(folder: string, furnish: Furnish): Promise<CrashStore> {
  const template = join(folder, 'template');
  await mkdir(template, { recursive: true });
  const cookies = await furnish({ DATA_DIR: template });
  return {
    name: 'sqlite',
    cookies,
    async newShop() {
      const own = await mkdtemp(join(folder, 'shop-'));
      await cp(template, own, { recursive: true });
      const files = ['tillside.sqlite', 'tillside.sqlite-wal'].map((name) => join(own, name));
      return { env: { DATA_DIR: own }, files, remove: () => rm(own, { recursive: true }) };
    },
  };
}

/** Journals in databases of a cluster. */
export async function postgresStore(folder: string, cluster: PostgresCluster, furnish: Furnish): Promise<CrashStore> {
  const template = await cluster.createDatabase();
  const furnished = join(folder, 'template');
  await mkdir(furnished, { recursive: true });
  const cookies = await furnish({ DATABASE_URL: template, DATA_DIR: furnished });
  return {
    name: 'postgres',
    cookies,
    async newShop() {
      /*
       * A folder records what its own database confirmed; with another one's database, the shop
       * would be closed.
       */
      const own = await mkdtemp(join(folder, 'shop-'));
      await cp(furnished, own, { recursive: true });
      const url = await cluster.createDatabase(template);
      const remove = async () => {
        await cluster.dropDatabase(url);
        await rm(own, { recursive: true });
      };
      return { env: { DATABASE_URL: url, DATA_DIR: own }, files: [], remove };
    },
  };
}
