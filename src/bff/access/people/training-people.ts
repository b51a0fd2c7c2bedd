import type { Role } from '../../../contract/access/people.ts';

const PREFIX = 'practice-';

/**
 * People who can sign in on the sandbox without set-up. Their PINs are public, so the PINs protect
 * nothing.
 */
export const PRACTICE_PEOPLE = [
  { id: `${PREFIX}cashier`, name: 'Practice cashier', role: 'cashier', pin: '480317' },
  { id: `${PREFIX}stock`, name: 'Practice stock', role: 'stock', pin: '592806' },
  { id: `${PREFIX}manager`, name: 'Practice manager', role: 'manager', pin: '736140' },
] as const satisfies readonly { id: string; name: string; role: Role; pin: string }[];

/** Ids of real people are UUIDs, so the prefix is unambiguous. */
export function isTrainingPerson(id: string): boolean {
  return id.startsWith(PREFIX);
}
