import { cpuMs, familyCpuMs } from './figures.ts';
import type { Counts, Done, Job } from './job.ts';
import { type IssuerProcess, type Rig, runTills } from './rig.ts';

type Cpu = { readonly server: number; readonly issuer: number; readonly postgres: number };

/** The work of tills, at the server or directly at an issuer. */
export type Work = Pick<Job, 'to' | 'cookies'> & Partial<Pick<Job, 'seconds' | 'pairs' | 'check'>>;

/** One load, and what it cost. */
export interface Measured {
  readonly done: Done;
  /** Milliseconds of processor. */
  readonly cpu: Cpu;
  /** Requests to the issuer meanwhile. */
  readonly asked: Counts;
  /** Redemptions that differ between till and ledger. */
  readonly wrong: number;
}

function cpuOf({ server, postgres }: Rig, issuer: IssuerProcess): Cpu {
  return { server: cpuMs(server.pid), issuer: cpuMs(issuer.program.pid), postgres: postgres === null ? 0 : familyCpuMs(postgres) };
}

let jobs = 0;

/** Runs the tills, and compares their responses with the issuer's ledger. */
export async function measure(rig: Rig, { to, ...work }: Work): Promise<Measured> {
  const issuer = to === 'server' ? rig.issuer : rig.beside;
  jobs += 1;
  const prefix = `J${String(jobs).padStart(4, '0')}`;
  const { origin } = to === 'server' ? rig : issuer;
  const askedBefore = await issuer.counts();
  const cpuBefore = cpuOf(rig, issuer);
  const done = await runTills({ seconds: null, pairs: null, check: true, ...work, to, origin, prefix });
  const askedAfter = await issuer.counts();
  const cpuAfter = cpuOf(rig, issuer);
  const less = <T extends Record<keyof T, number>>(a: T, b: T) =>
    Object.fromEntries((Object.keys(a) as (keyof T)[]).map((name) => [name, a[name] - b[name]])) as { [K in keyof T]: number };
  return { done, cpu: less(cpuAfter, cpuBefore), asked: less(askedAfter, askedBefore), wrong: await wrongIn(issuer, prefix, done) };
}

/**
 * Redemptions reported as captured that are not in the ledger exactly once, and those in the ledger
 * that were reported otherwise.
 */
async function wrongIn(issuer: IssuerProcess, prefix: string, { told }: Done): Promise<number> {
  const taken = new Map(Object.entries(await issuer.ledger()).filter(([ref]) => ref.startsWith(prefix)));
  const wrong = told.filter(([ref, state]) => (state === 'captured') !== (taken.get(ref) === 1)).length;
  const unheard = new Set(told.map(([ref]) => ref));
  return wrong + [...taken.keys()].filter((ref) => !unheard.has(ref)).length;
}
