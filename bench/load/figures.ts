import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICK_MS = 10;
const KB_PER_MB = 1_024;

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Reads /proc/PID/stat; null if there is no such process. Its second field is a name in brackets
 * with arbitrary characters.
 */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, userOfChildren, systemOfChildren] = [1, 11, 12, 13, 14].map((place) => Number(fields[place]));
    return { parent: parent ?? 0, ticks: (user ?? 0) + (system ?? 0) + (userOfChildren ?? 0) + (systemOfChildren ?? 0) };
  } catch {
    /* It has ended meanwhile. */
    return null;
  }
}

/** Processor time that a process has used so far, with its children that have ended, milliseconds. */
export function cpuMs(pid: number): number {
  return (statOf(pid)?.ticks ?? 0) * TICK_MS;
}

/** The same of a process and of all children that it has now. */
export function familyCpuMs(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((name) => statOf(Number(name))?.parent === pid);
  return children.reduce((sum, name) => sum + cpuMs(Number(name)), cpuMs(pid));
}

/** The process that started another. */
export function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0;
}

/** Memory of a process, MB: what is resident, and its share of what it has in common with others. */
export function memoryMb(pid: number): { readonly rss: number; readonly pss: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / KB_PER_MB;
  return { rss: of('Rss'), pss: of('Pss') };
}

/** The quantile of sorted values: `share` of them do not exceed it. */
export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The load average of the last minute, which shows if other programs disturbed the measurement. */
export function loadAverage(): string {
  return readFileSync('/proc/loadavg', 'latin1').split(' ')[0] ?? '';
}
