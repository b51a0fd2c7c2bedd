import { BlockList, isIP } from 'node:net';
import type { Resolve } from '../../../../bff/platform/base/names.ts';

/** Decides which addresses webhooks may use, checked after resolving the name. */

/**
 * Networks that are not the internet: this machine, private ones, those of carriers, tests and
 * multicast (RFC 6890).
 */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The IPv6 internet, and the parts of it that lead to other networks. */
const OPEN_V6 = ['2000::/3'];
const CLOSED_V6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20'];

function blockOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const block = new BlockList();
  for (const network of networks) {
    const [start = '', prefix = ''] = network.split('/');
    block.addSubnet(start, Number(prefix), family);
  }
  return block;
}

/**
 * This machine, and networks of shops and companies. Link-local addresses are excluded, and so is
 * the IPv6 address of a cloud's secrets.
 */
const PRIVATE_V4 = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
const PRIVATE_V6 = ['::1/128', 'fc00::/7'];
const SECRETS_V6 = ['fd00:ec2::254/128'];

const privateV4 = blockOf(PRIVATE_V4, 'ipv4');
const privateV6 = blockOf(PRIVATE_V6, 'ipv6');
const secretsV6 = blockOf(SECRETS_V6, 'ipv6');
const closedV4 = blockOf(CLOSED_V4, 'ipv4');
const openV6 = blockOf(OPEN_V6, 'ipv6');
const closedV6 = blockOf(CLOSED_V6, 'ipv6');

export function isPublic(ip: string): boolean {
  if (isIP(ip) === 4) return !closedV4.check(ip, 'ipv4');
  return isIP(ip) === 6 && openV6.check(ip, 'ipv6') && !closedV6.check(ip, 'ipv6');
}

/**
 * True if an IP address is this machine or in a private network, where an operator may allow
 * webhooks.
 */
export function isPrivate(ip: string): boolean {
  if (isIP(ip) === 4) return privateV4.check(ip, 'ipv4');
  return isIP(ip) === 6 && privateV6.check(ip, 'ipv6') && !secretsV6.check(ip, 'ipv6');
}

/** Thrown for a refused address, with the reason in our own words. */
export class BadAddress extends Error {
  override readonly name = 'BadAddress';
}

/** An allowed address, and the IP address for the connection. */
export interface ResolvedAddress {
  readonly url: URL;
  readonly ip: string;
}

/**
 * Resolves an address and accepts it if all its IP addresses are on the internet: a name with
 * public and private addresses could resolve to a private one later.
 * @param allowPrivate true to allow private addresses, and plain HTTP to them
 * @throws BadAddress
 */
export async function resolveAddress(
  text: string,
  { allowPrivate, resolve }: { readonly allowPrivate: boolean; readonly resolve: Resolve },
): Promise<ResolvedAddress> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new BadAddress('It is not an https address.');
  if (url.username !== '' || url.password !== '') throw new BadAddress('It contains a user name or a password.');
  if (url.protocol !== 'https:' && !allowPrivate) throw new BadAddress('It must begin with https://.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const all = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  const [ip] = all;
  if (ip === undefined) throw new BadAddress('Its host name cannot be found.');
  const isOpen = all.every(isPublic);
  if (!isOpen && !allowPrivate) throw new BadAddress('It leads to a private network.');
  if (!all.every((one) => isPublic(one) || isPrivate(one)))
    throw new BadAddress('It leads to a reserved network address.');
  if (isOpen && url.protocol !== 'https:') throw new BadAddress('It must begin with https://.');
  return { url, ip };
}
