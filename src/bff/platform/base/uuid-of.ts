import { createHash } from 'node:crypto';

/** Returns a UUID of version 8, whose content is free: here a hash. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text, 'utf8').digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
