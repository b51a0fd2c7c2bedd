import type { Role } from '../../../contract/access/people.ts';

const PREFIX = 'practice-';

/**
 * Who can sign in on the sandbox from the first minute.
 *
 * Their PINs are printed and shown, so they guard nothing.
 */
export const PRACTICE_PEOPLE = [
  { id: `${PREFIX}cashier`, name: 'Practice cashier', role: 'cashier', pin: '480317' },
  { id: `${PREFIX}stock`, name: 'Practice stock', role: 'stock', pin: '592806' },
  { id: `${PREFIX}manager`, name: 'Practice manager', role: 'manager', pin: '736140' },
] as const satisfies readonly { id: string; name: string; role: Role; pin: string }[];

/** Ids of real people are UUIDs, so the prefix tells. */
export function isPracticePerson(id: string): boolean {
  return id.startsWith(PREFIX);
}
