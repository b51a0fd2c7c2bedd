import type { Findings } from './access.ts';
import type { AttackedShop } from './shop.ts';

const NAME = 'Mei Lin';
const PIN = '508164';
/** Names that a cashier would read as the other one, in the letters of other scripts. */
const LOOK_ALIKES = [
  'MEI LIN',
  'Mei  Lin',
  'Ｍｅｉ Lin',
  'rnei Lin',
  'Mei 1in',
  'M\u200Bei Lin',
  'Mеi Lin',
  'Меі ꓡіո',
  'ᎷEI LIN',
  'ᎷᎬᎥ ᏞᎥN',
  'ꓟꓰꓲ ꓡꓲꓠ',
];

/** Adds people whose names look like another person's, which must be refused. */
export async function tryLookAlikes({ manager, send }: AttackedShop): Promise<Findings> {
  const add = (name: string) => send(manager, 'POST', '/api/people', { name, role: 'cashier', pin: PIN });
  const { status } = await add(NAME);
  if (status !== 201) return { requests: 1, found: [`${NAME} was answered with ${status}`] };
  const found: string[] = [];
  for (const name of LOOK_ALIKES) {
    const answer = await add(name);
    if (answer.status !== 400 && answer.status !== 409) found.push(`${name}, beside ${NAME}, was answered with ${answer.status}`);
  }
  return { requests: 1 + LOOK_ALIKES.length, found };
}
