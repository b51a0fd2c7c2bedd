import { STORE_NAMES, type StoreName } from './stores.ts';

/** The options of `npm run crash -- …`. */
export interface WantedTrials {
  readonly stores: readonly StoreName[];
  readonly operations: readonly string[];
  /** The name of one scenario; null: all of them. */
  readonly scenario: string | null;
  /** A few points instead of all. */
  readonly sample: boolean;
  /** How many trials at a time; null: as many as suit the machine. */
  readonly parallel: number | null;
  /** The built server; null: the one of this build. */
  readonly server: string | null;
}

export const USAGE = (operations: readonly string[]) =>
  `npm run crash -- [--store ${STORE_NAMES.join('|')}] [--operation ${operations.join('|')}] [--scenario NAME] [--sample] [--parallel N] [--server dist/server/main.js]`;

/**
 * Parses the arguments of the program; absent ones mean all.
 * @throws Error with a message if one of them is unknown
 */
export function readArguments(given: readonly string[], operations: readonly string[]): WantedTrials {
  const wanted = {
    stores: [...STORE_NAMES],
    operations: [...operations],
    scenario: null as string | null,
    sample: false,
    parallel: null as number | null,
    server: null as string | null,
  };
  const rest = [...given];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === '--sample') wanted.sample = true;
    else if (name === '--store') wanted.stores = [oneOf(STORE_NAMES, name, rest.shift())];
    else if (name === '--operation') wanted.operations = [oneOf(operations, name, rest.shift())];
    else if (name === '--parallel') wanted.parallel = wholeNumber(name, rest.shift());
    else if (name === '--scenario') wanted.scenario = oneOf(null, name, rest.shift());
    else if (name === '--server') wanted.server = oneOf(null, name, rest.shift());
    else throw new Error(`${name} is not known`);
  }
  return wanted;
}

function wholeNumber(name: string, value: string | undefined): number {
  if (value === undefined || !/^[1-9]\d?$/.test(value)) throw new Error(`${name} takes a number from 1 to 99`);
  return Number(value);
}

function oneOf<T extends string>(known: readonly T[], name: string, value: string | undefined): T;
function oneOf(known: null, name: string, value: string | undefined): string;
function oneOf(known: readonly string[] | null, name: string, value: string | undefined): string {
  if (value === undefined || (known !== null && !known.includes(value)))
    throw new Error(`${name} takes ${known === null ? 'a value' : known.join(', ')}`);
  return value;
}
