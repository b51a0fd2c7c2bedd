import type { Role } from '../../../contract/access/people.ts';

const PREFIX = 'practice-';

/**
 * People who can sign in on the sandbox without set-up. Their PINs are public, so the PINs protect
 * nothing.
 */
export const TRAINING_PEOPLE = [
  { id: `${PREFIX}cashier`, name: 'Training cashier', role: 'cashier', pin: '480317' },
  { id: `${PREFIX}stock`, name: 'Training stock', role: 'stock', pin: '592806' },
  { id: `${PREFIX}manager`, name: 'Training manager', role: 'manager', pin: '736140' },
] as const satisfies readonly { id: string; name: string; role: Role; pin: string }[];

/** Ids of real people are UUIDs, so the prefix is unambiguous. */
export function isTrainingPerson(id: string): boolean {
  return id.startsWith(PREFIX);
}
