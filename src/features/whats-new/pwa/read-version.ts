import { version } from '../../../../package.json';

const keyOf = (personId: string) => `tillside.read-version.${personId}`;

/**
 * Returns the version that a person has read about in this browser; null if the person was not here
 * yet.
 */
export function readVersionOf(personId: string): string | null {
  return localStorage.getItem(keyOf(personId));
}

export function markAsRead(personId: string): void {
  localStorage.setItem(keyOf(personId), version);
}
