import type { Transaction } from 'kysely';
import { personCodes } from '../../../bff/access/people/first-pin.ts';
import { NO_PIN } from '../../../bff/access/people/pins.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { storedTermsSchema } from '../../../bff/platform/config/stored-shops.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Role } from '../../../contract/access/people.ts';
import { csvRecord } from '../../../contract/platform/csv.ts';
import type { OfficeCodesDeps } from '../../head-office/bff/office-codes.ts';
import { drawDeviceCodes } from './sheet.ts';

/** A printed code for one person or one new device. */
export interface Slip {
  readonly kind: 'person' | 'device';
  /** Names of the shops. */
  readonly shops: readonly string[];
  /** Null for a device. */
  readonly name: string | null;
  readonly role: Role | null;
  readonly code: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
  /** The time zone of the first shop. */
  readonly timeZone: string;
}

export interface SlipsRequest {
  /** Null for all shops that are not suspended. */
  readonly slug: string | null;
  /** New devices of each shop. */
  readonly devices: number;
  /** True to make slips for the people who have no PIN. */
  readonly people: boolean;
  /** The time zone of the server's settings. */
  readonly timeZone: string;
}

interface ShopOfSlips {
  readonly id: Scope;
  readonly name: string;
  readonly timeZone: string;
}

/**
 * Creates codes for new devices, and a code for each person who has no PIN, which replaces their
 * former codes. Either all of them are created or none.
 * @throws Error with a message for the operator
 */
export async function makeSlips(request: SlipsRequest, deps: OfficeCodesDeps): Promise<readonly Slip[]> {
  const db = acrossShops(deps.db);
  return exclusively(db, 'people', async (tx) => {
    const shops = await shopsOf(tx, request);
    const expiresAt = deps.clock.now() + LIMITS.printedCodeMs;
    const slips: Slip[] = [];
    for (const { id, name: shop, timeZone } of request.devices === 0 ? [] : shops)
      for (const code of await drawDeviceCodes(tx, { shop: id, name: shop, count: request.devices }, deps))
        slips.push({ kind: 'device', shops: [shop], name: null, role: null, code, expiresAt, timeZone });
    return request.people ? [...slips, ...(await personSlips(tx, shops, deps))] : slips;
  });
}

async function shopsOf(tx: Transaction<Schema>, { slug, timeZone }: SlipsRequest): Promise<readonly ShopOfSlips[]> {
  const rows = await tx
    .selectFrom('shop')
    .select(['id', 'slug', 'name', 'terms'])
    .where('suspended_at', 'is', null)
    .$if(slug !== null, (of) => of.where('slug', '=', slug))
    .execute();
  if (rows.length === 0) throw new Error(slug === null ? 'There is no shop yet' : `There is no shop ${slug}`);
  const inOrder = rows.sort((a, b) => (a.slug ?? '').localeCompare(b.slug ?? '', 'en', { numeric: true }));
  return inOrder.map((row) => ({
    id: row.id,
    name: row.name ?? row.slug ?? 'The first shop',
    timeZone: row.terms === null ? timeZone : storedTermsSchema.parse(JSON.parse(row.terms)).timeZone,
  }));
}

/** People without a PIN who work in one of the shops, by shop and name. */
async function personSlips(
  tx: Transaction<Schema>,
  shops: readonly ShopOfSlips[],
  { clock, random, keys, audit }: OfficeCodesDeps,
): Promise<Slip[]> {
  const codes = personCodes({ clock, random, keys });
  const posts = await tx
    .selectFrom('place')
    .innerJoin('person', 'person.id', 'place.person_id')
    .select(['person.id', 'person.name', 'place.role', 'place.shop'])
    .where('pin_hash', '=', NO_PIN)
    .where('disabled_at', 'is', null)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute();
  const slips = new Map<string, Slip>();
  for (const shop of shops)
    for (const { id, name, role } of posts.filter((post) => post.shop === shop.id)) {
      const known = slips.get(id);
      if (known !== undefined) {
        slips.set(id, { ...known, shops: [...known.shops, shop.name] });
        continue;
      }
      const { displayed, stored } = codes.draw();
      const former = tx.updateTable('person_code').set({ used_at: clock.now() }).where('person_id', '=', id);
      await former.where('used_at', 'is', null).execute();
      await tx
        .insertInto('person_code')
        .values({ ...stored, person_id: id, used_at: null })
        .execute();
      const by = { shop: shop.id, device: null, person: null };
      await audit.write({ by, action: 'person.code-made', subject: id, details: { name } }, tx);
      const { timeZone } = shop;
      const { code } = displayed;
      const expiresAt = stored.expires_at;
      slips.set(id, { kind: 'person', shops: [shop.name], name, role, code, expiresAt, timeZone });
    }
  return [...slips.values()];
}

export const localTime = ({ expiresAt, timeZone }: Slip) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(expiresAt);

export const USE = {
  person: 'On a till of the shop: choose your name, enter this code, and choose a PIN.',
  device: 'On the new device: open the address, and enrol it with this code.',
} as const satisfies Record<Slip['kind'], string>;

/** @param address of the pages; null if the settings do not name it */
export function slipsText(slips: readonly Slip[], address: string | null): string {
  if (slips.length === 0) return 'Everyone has a PIN\n';
  const at = address === null ? [] : [`  ${address}`];
  return slips
    .map((slip) => {
      return [
        `${slip.shops.join(', ')}: ${slip.name === null ? 'New device' : `${slip.name}, ${slip.role}`}`,
        ...at,
        `  Code: ${slip.code}`,
        `  ${USE[slip.kind]}`,
        `  Until ${localTime(slip)} (${slip.timeZone}), once`,
        '',
      ];
    })
    .map((lines) => lines.join('\n'))
    .join('\n- - - - - - - - - - - - - - - - - - - -\n');
}

export function slipsCsv(slips: readonly Slip[], address: string | null): string {
  const header = ['kind', 'shop', 'name', 'role', 'code', 'expires', 'local_time', 'address'];
  const rows = slips.map((slip) => [
    slip.kind,
    slip.shops.join(', '),
    slip.name,
    slip.role,
    slip.code,
    new Date(slip.expiresAt).toISOString(),
    localTime(slip),
    address,
  ]);
  return [header, ...rows].map(csvRecord).join('');
}
