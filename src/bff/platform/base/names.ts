import { lookup, Resolver } from 'node:dns/promises';
import { createTurns } from './turns.ts';

/** All IP addresses of a name; none where it is not known. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface ResolvingOptions {
  /** Name servers, in place of the system's. */
  readonly servers?: readonly string[];
  /** Asks the system, which knows names of its own. */
  readonly system?: Resolve;
}

/** How long a name server may take, and how often each is asked. */
const QUESTION = { timeout: 2_000, tries: 2 };

const bySystem: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Resolves names of receivers and printers, of which some are dead. The system answers in one of a
 * few threads that the whole process shares, also for the issuer's connections, and a dead name
 * keeps one for many seconds: so name servers are asked without a thread, and the system only about
 * a name that they say they do not have, one at a time. Where nobody answers there is no address.
 */
export function createResolve({ servers, system = bySystem }: ResolvingOptions = {}): Resolve {
  const alone = createTurns(1);
  const ofSystem = (name: string) => alone(() => system(name).catch(() => []));
  return async (name) => {
    if (LOCAL.test(name)) return ofSystem(name);
    const resolver = new Resolver(QUESTION);
    if (servers) resolver.setServers(servers);
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0) return found;
    const isUnknown = asked.some(
      (one) => one.status === 'rejected' && UNKNOWN.has(String((one.reason as NodeJS.ErrnoException).code)),
    );
    return isUnknown ? ofSystem(name) : [];
  };
}

/** Names that no name server outside has: those of one word, and of the machine and its network. */
const LOCAL = /^[^.]+$|\.(?:local|localhost)$/i;
/**
 * What name servers say of a name that they do not have, or without an address; `ECONNREFUSED`:
 * there is none to ask.
 */
const UNKNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);
