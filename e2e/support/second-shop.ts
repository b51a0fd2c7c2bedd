import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PEOPLE, type World } from './world.ts';

/** Describes the merchant's second shop, without staff. */
export const SECOND_SHOP = `
name: Orchard
shops:
  katong:
    name: Katong
    mid: "000000012345679"
    clientId: practice-shop-2
    secretFile: katong.txt
`;

/** The second shop, where the manager of the first works, too. */
export const SHARED_MANAGER = `${SECOND_SHOP}    staff: { ${PEOPLE.manager.name}: manager }\n`;

/** Writes the file of a chain, and the secret of its second shop. @returns the file's path */
export async function writeChain({ dataDir }: World, chain: string): Promise<string> {
  const file = join(dataDir, 'chain.yaml');
  await writeFile(file, chain);
  await writeFile(join(dataDir, 'katong.txt'), 'practice-shop-2-secret\n');
  return file;
}
