import { lookup, Resolver } from 'node:dns/promises';
import { createTurns } from './turns.ts';

/** Returns all IP addresses of a name; empty if the name is unknown. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface ResolvingOptions {
  /** Name servers, instead of the system's. */
  readonly servers?: readonly string[];
  readonly system?: Resolve;
}

/** Timeout of a name server, and number of tries. */
const QUESTION = { timeout: 2_000, tries: 2 };

const bySystem: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Resolves names of receivers and printers, some of which do not exist. The system resolver uses
 * one of a few threads that the whole process shares, including the issuer's connections, and an
 * unknown name blocks one for many seconds. Therefore name servers are queried without a thread.
 * The system resolver is queried only for names that they do not know, one at a time. If neither
 * answers, the result is empty.
 */
export function createResolve({ servers, system = bySystem }: ResolvingOptions = {}): Resolve {
  const alone = createTurns(1);
  const ofSystem = (name: string) => alone(() => system(name).catch(() => []));
  return async (name) => {
    if (LOCAL.test(name)) return ofSystem(name);
    const resolver = new Resolver(QUESTION);
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0) return found;
    const isUnknown = answers.some(
      (one) => one.status === 'rejected' && UNKNOWN.has(String((one.reason as NodeJS.ErrnoException).code)),
    );
    return isUnknown ? ofSystem(name) : [];
  };
}

/** Names that no public name server has: single words, and names of the machine and its network. */
const LOCAL = /^[^.]+$|\.(?:local|localhost)$/i;
/**
 * Answers of name servers for a name that does not exist or has no address; `ECONNREFUSED`: there
 * is no name server.
 */
const UNKNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);
