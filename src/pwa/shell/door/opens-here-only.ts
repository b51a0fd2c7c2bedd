/**
 * True for a host name that means this very device on every device: a link to it leads nowhere
 * else.
 */
export function opensHereOnly(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
