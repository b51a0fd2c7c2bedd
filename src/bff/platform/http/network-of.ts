const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');

/**
 * Returns the part of an address that belongs to one household or attacker: all of IPv4, and the
 * first half of IPv6, which is assigned as a whole.
 */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  const [, plain] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (plain !== undefined) return plain;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).join(':');
}
