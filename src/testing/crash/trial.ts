import { askUntil, type FollowedWish, type Operation } from './operation.ts';
import { launch, listening, type ServerProcess } from './server.ts';
import type { ServiceFault, VoucherService } from './service.ts';
import type { CrashShop, CrashStore } from './stores.ts';
import type { Injection } from './strace.ts';
import { type CrashTill, tillAt } from './till.ts';
import type { SystemCall } from './trace.ts';

/** Resources shared by successive trials; parallel trials have separate ones. */
export interface Lab {
  readonly strace: string;
  /** Path of the built server. */
  readonly program: string;
  /** Settings of every server. */
  readonly env: Readonly<Record<string, string>>;
  readonly store: CrashStore;
  readonly service: VoucherService;
  /** For traces. */
  readonly folder: string;
}

/** An operation of a shop, and the behaviour of the voucher service. */
export interface Scenario {
  readonly name: string;
  readonly operation: Operation;
  readonly fault: ServiceFault | null;
  /** Settings that differ. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The continuation: a restart after which the till *looks* or sends the same *again*, a restart
 * after a *power cut* that loses data not synced, or no restart: the server *lives on*.
 */
export type Afterwards = 'look' | 'again' | 'power cut' | 'lives on';

/** One crash, or two, in one run of a scenario. */
export interface Trial {
  readonly scenario: Scenario;
  /** During the operation; null: it runs to its end, and the server is killed then. */
  readonly during: Injection | null;
  /**
   * A disturbance during the start after that crash, until everything is settled; undefined: none.
   */
  readonly recovering?: Injection | null;
  readonly afterwards: Afterwards;
  /** A description of the point. */
  readonly what: string;
}

/** How a trial went. */
export interface TrialOutcome {
  readonly trial: Trial;
  /** True if the last injection struck, because its call was made. */
  readonly struck: boolean;
  readonly ended: string;
  readonly faults: readonly string[];
  /** The system calls of the last traced process. */
  readonly steps: readonly SystemCall[];
  /** The output of the servers, for analysing a fault. */
  readonly log: string;
  readonly ms: number;
}

/** The trace of a server. */
export interface WatchedServer {
  readonly steps: readonly SystemCall[];
  readonly struck: boolean;
}

/** A running trial in a separate shop. */
export interface TrialSession {
  readonly shop: CrashShop;
  /** Faults so far. */
  readonly faults: string[];
  /** Starts a server of the shop. @param before a command that it runs under @param env settings that differ */
  launch(before?: readonly string[], env?: Readonly<Record<string, string>>): ServerProcess;
  /** The till at a server, as soon as that listens. */
  tillAt(server: ServerProcess): Promise<CrashTill>;
  /** Everything up to the request; from here on, the voucher service behaves as in the scenario. */
  prepare(till: CrashTill): Promise<FollowedWish>;
  /** The till returns, the outcome is determined, and the next customer is served. */
  conclude(till: CrashTill, wish: FollowedWish): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/** Runs one trial and cleans up. All errors become faults of its outcome. */
export async function inSession(lab: Lab, trial: Trial, run: (session: TrialSession) => Promise<WatchedServer>): Promise<TrialOutcome> {
  const began = Date.now();
  const { service, store } = lab;
  const servers: ServerProcess[] = [];
  const faults: string[] = [];
  let wish: FollowedWish | null = null;
  let watched: WatchedServer = { steps: [], struck: false };
  const shop = await store.newShop();
  const session: TrialSession = {
    shop,
    faults,
    launch(before, env) {
      const server = launch(lab.program, { ...lab.env, ...service.env, ...shop.env, ...trial.scenario.env, ...env }, before);
      servers.push(server);
      return server;
    },
    tillAt: async (server) => tillAt(await listening(server), store.cookies.own),
    async prepare(till) {
      await service.setFault(null);
      wish = await trial.scenario.operation.prepare(service, till, shop);
      await service.quiet();
      await service.setFault(trial.scenario.fault);
      return wish;
    },
    async conclude(till, known) {
      faults.push(...(await (trial.afterwards === 'again' ? known.sendAgain(till) : known.look(till))));
      faults.push(...(await known.settle(till)));
      await service.setFault(null);
      if (faults.length === 0) faults.push(...(await known.goOn(till, tillAt(till.origin, store.cookies.sister))));
    },
  };
  try {
    watched = await run(session);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : 'unknown reason');
  } finally {
    for (const server of servers) await server.kill();
    await shop.remove();
  }
  const log = servers.map((server) => server.output()).join('--- the next server\n');
  return { trial, ...watched, ended: endOf(wish), faults, log, ms: Date.now() - began };
}

function endOf(wish: FollowedWish | null): string {
  return wish?.ended() ?? 'never begun';
}

/**
 * Returns a fault if the server does not report the expected readiness: ready (200) or not (503).
 */
export async function readiness(till: CrashTill, wanted: 200 | 503): Promise<string[]> {
  const ask = () => till.send('GET', '/api/ready');
  const answer = await askUntil(ask, ({ status }) => status === wanted, { everyMs: 200, withinMs: READY_WITHIN_MS });
  return answer?.status === wanted ? [] : [`/api/ready says ${answer?.status ?? 'nothing'} instead of ${wanted}`];
}
