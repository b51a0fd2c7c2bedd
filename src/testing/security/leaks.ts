import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canary, canariesIn } from './canaries.ts';
import type { AskedOfIssuer } from './upstream.ts';

/** A place that must not contain secrets. */
export interface LeakPlace {
  readonly name: string;
  readonly text: string;
  readonly canaries: readonly Canary[];
}

/**
 * Searches places for canaries. An empty place could not be checked, which is also a finding.
 * @returns the findings
 */
export function searchPlaces(places: readonly LeakPlace[]): string[] {
  return places.flatMap(({ name, text, canaries }) => {
    if (text.length === 0) return [`${name} could not be looked at: it is empty`];
    return canariesIn(text, canaries).map((found) => `${found} is in ${name}`);
  });
}

/** Every file of a folder and of the folders in it, as one text of their bytes. */
export async function bytesOf(folder: string, isWanted: (path: string) => boolean = () => true): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.filter(isWanted).map((path) => readFile(path, 'latin1')))).join('\n');
}

/**
 * True if an address may contain a ref: only the issuer's own check of a voucher has it in the
 * address.
 */
const ASKS_FOR_THE_REF = /^\/merchant\/v1\/vouchers\/[^/?]+$/;

/** The requested addresses at the issuer that must not contain a ref. */
export function addressesWithoutNeed(asked: readonly AskedOfIssuer[]): string {
  return asked
    .filter(({ method, url }) => !(method === 'GET' && ASKS_FOR_THE_REF.test(url)))
    .map(({ method, url }) => `${method} ${url}`)
    .join('\n');
}
