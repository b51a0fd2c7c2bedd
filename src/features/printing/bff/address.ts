import { BlockList, isIP } from 'node:net';
import { createResolve, type Resolve } from '../../../bff/platform/base/names.ts';
import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';

/**
 * Networks that are not reachable from outside. Link-local addresses are left out: clouds provide
 * their secrets at one of them.
 */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
/**
 * Ports of printers; on this machine, where only printers for training run, any unprivileged port.
 */
const PORTS = { from: 9_100, to: 9_199 };
const FREE_PORTS = 1_024;

export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

export interface AddressRules {
  /** True if a printer may be on this machine, for training. */
  readonly onLoopback: boolean;
  readonly resolve?: Resolve;
}

const resolveAll = createResolve();

/**
 * Resolves a name to the one address for the connection, so that the name cannot change in between.
 * Every address of a name has to be private.
 * @returns null if the name is currently unknown
 * @throws Problem 400 `printer-address`
 */
export async function pinned(
  { host, port }: PrinterAddress,
  { onLoopback, resolve = resolveAll }: AddressRules,
): Promise<string | null> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(bare) === 0 ? await resolve(bare).catch(() => []) : [bare];
  for (const address of found) if (!isAllowed(plain(address), port, onLoopback)) throw notAllowed();
  const [first] = found;
  return first === undefined ? null : plain(first);
}

/** An IPv4 address written as IPv6 is the same address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

function isAllowed(address: string, port: number, onLoopback: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (LOOPBACK.check(address, family)) return onLoopback && port >= FREE_PORTS;
  return PRIVATE.check(address, family) && port >= PORTS.from && port <= PORTS.to;
}

function notAllowed(): Problem {
  const message =
    'A printer needs an address in the network of the shop (10.…, 172.16.… to 172.31.…, 192.168.…) and a port ' +
    'from 9100 to 9199.';
  return refuse('printer-address', { message, details: { field: 'host' } });
}
