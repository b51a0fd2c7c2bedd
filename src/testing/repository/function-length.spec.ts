import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/** A function fits on one screen; the object that a factory returns is exempt. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Lines from the first brace of a body to the last. */
const PLAIN_MAX = 60;
/** The same for a body that holds bodies of other functions. */
const CLOSURE_MAX = 100;

/**
 * Files that hold a longer function still, with the lines of their longest: they may only become
 * shorter, and then leave.
 */
const NOT_YET: Readonly<Record<string, number>> = {
  'src/testing/databases/journal-suite.ts': 168,
  'src/testing/issuer/model-issuer.ts': 130,
  'src/testing/simulation/issuer.ts': 123,
  'src/testing/simulation/judge.ts': 215,
  'src/testing/simulation/memory-store.ts': 114,
  'src/testing/simulation/world.ts': 106,
};

interface Measured {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
  readonly isClosure: boolean;
}

/** Any node of a syntax tree, as far as it is walked here. */
interface Node {
  readonly type: string;
  readonly end: number;
  readonly start: number;
  readonly name?: unknown;
  readonly id?: unknown;
  readonly key?: unknown;
  readonly body?: unknown;
}

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The body in braces of a node that is a function. */
function blockOf({ type, body }: Node): Node | null {
  return FUNCTIONS.has(type) && isNode(body) && body.type === 'BlockStatement' ? body : null;
}

/**
 * Every function of a file that has a body in braces. An expression after an arrow is no body of
 * its own.
 */
function functionsOf(path: string): Measured[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const found: Measured[] = [];
  /** @returns true if it contains a function */
  const walk = (value: unknown, name: string): boolean => {
    if (Array.isArray(value)) return value.map((item) => walk(item, name)).includes(true);
    if (!isNode(value)) return false;
    const own = nameOf(value) ?? name;
    const isHolder = Object.values(value)
      .map((child) => walk(child, own))
      .includes(true);
    const block = blockOf(value);
    if (block) found.push({ path, name: own, lines: lineOf(block.end) - lineOf(block.start) + 1, isClosure: isHolder });
    return isHolder || block !== null;
  };
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  walk(program, '');
  return found;
}

/** Returns the name that a node declares. */
function nameOf({ id, key }: Node): string | null {
  const named = id ?? key;
  return isNode(named) && typeof named.name === 'string' ? named.name : null;
}

const functions = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.'))
  .flatMap((path) => functionsOf(join('src', path)));
const long = functions.filter(({ lines, isClosure }) => lines > (isClosure ? CLOSURE_MAX : PLAIN_MAX));

describe('the length of functions', () => {
  it('is at most a screen', () => {
    expect(functions.length).toBeGreaterThan(1_000);
    const told = long.filter(({ path, lines }) => lines > (NOT_YET[path] ?? 0)).map(({ path, name, lines }) => `${path} ${name}: ${lines}`);
    expect(told).toEqual([]);
  });

  it('exceeds a screen only in the listed files, which leave the list when they are shortened', () => {
    const longest = long.reduce<Record<string, number>>(
      (all, { path, lines }) => ({ ...all, [path]: Math.max(all[path] ?? 0, lines) }),
      {},
    );
    expect(longest).toEqual(NOT_YET);
  });
});
