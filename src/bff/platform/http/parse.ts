import type * as z from 'zod/mini';
import { type Endpoint, pathsOf } from '../../../contract/platform/endpoint.ts';
import { notJson } from './body.ts';
import { type Problem, refuse } from './problem.ts';

const PARAM = /^[\w-]{1,64}$/;
const WORD = /^[a-z][a-z_-]{0,39}$/i;
const UNKNOWN_PARAMETER = 'is not a parameter of this route';

/**
 * Parses a body by its route's schema; `null` accepts none and returns `undefined`.
 * @throws Problem 400 `not-json`, or `bad-request` that names the first faulty field and never
 * repeats its value
 */
export function parseBody(schema: z.ZodMiniType | null, text: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(parseJsonText(text), { error: describeIssueAt });
  if (!parsed.success) throw badRequest(firstFault(parsed.error.issues));
  /* PostgreSQL refuses texts with U+0000, which JSON can contain only in escaped form. */
  const field = text.includes('\\u0000') ? describeMissing(parsed.data, []) : null;
  if (field !== null) throw badRequest({ field, words: 'contains a character that is not allowed' });
  return parsed.data;
}

function badRequest({ field, words }: Fault): Problem {
  return refuse('bad-request', {
    message: field === '' ? `The request ${words}.` : `"${field}" ${words}.`,
    ...(field !== '' && { details: { field } }),
  });
}

/**
 * Parses placeholders of a path, which are ids created here or by the till: nothing has any other
 * id.
 * @throws Problem 404 `not-found`
 */
export function parseParams(params: Record<string, string>): Record<string, string> {
  if (Object.values(params).every((value) => PARAM.test(value))) return params;
  throw refuse('not-found');
}

/**
 * Parses the query string by the schemas of its route.
 * @param isStrict refuses other parameters, which are ignored otherwise
 * @throws Problem 400 `bad-request` that names the faulty parameter
 */
export function parseQuery(
  schemas: Readonly<Record<string, z.ZodMiniType>>,
  query: Record<string, string>,
  isStrict: boolean,
): Record<string, string> {
  const unknown = isStrict ? Object.keys(query).find((name) => !Object.hasOwn(schemas, name)) : undefined;
  if (unknown !== undefined) throw badRequest({ field: asWord(unknown), words: UNKNOWN_PARAMETER });
  const faulty = Object.entries(schemas).find(([name, schema]) => !schema.safeParse(query[name]).success);
  if (faulty === undefined) return query;
  const [field] = faulty;
  throw refuse('bad-request', { message: `"${field}" does not have the expected format.`, details: { field } });
}

/** Returns a name that the caller chose, if it is a word; a code or a secret is not repeated. */
function asWord(name: string | undefined): string {
  return name !== undefined && WORD.test(name) ? name : '';
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/**
 * Returns the first field whose text contains U+0000; null for none. No body is nested deeper than
 * its schema.
 */
function describeMissing(value: unknown, path: readonly string[]): string | null {
  if (typeof value === 'string') return value.includes('\u0000') ? path.join('.') : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inside] of Object.entries(value)) {
    const found = describeMissing(inside, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}

type Issue = z.core.$ZodIssue;

interface Fault {
  /** Empty for the whole body. */
  readonly field: string;
  readonly words: string;
}

/**
 * Returns the place and the description of a fault. If several shapes are allowed, the closest one
 * is reported.
 */
function firstFault(issues: readonly Issue[]): Fault {
  const [issue] = issues;
  if (!issue) return { field: '', words: 'does not have the expected format' };
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest = issue.errors.reduce((best, other) => (other.length < best.length ? other : best));
    return firstFault(nearest);
  }
  const unknown = issue.code === 'unrecognized_keys' ? asWord(issue.keys[0]) : '';
  const path = [...issue.path.map(String), ...(unknown === '' ? [] : [unknown])];
  const words = unknown === '' ? issue.message : 'is not a field of this request';
  return { field: path.join('.'), words };
}

function describeIssueAt(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `is not ${a(issue.expected)}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'is too short' : 'is too small';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'is too long' : 'is too large';
    case 'invalid_value':
      return 'is not an allowed value';
    case 'unrecognized_keys':
      return 'has an unknown field';
    default:
      return 'does not have the expected format';
  }
}

function a(kind: string): string {
  const formats: Record<string, string> = {
    string: 'text',
    int: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
  };
  return formats[kind] ?? 'a value of the expected type';
}

/** Returns the refusal of a request that no route serves. */
export function notServed(served: readonly Endpoint[], path: string): Problem {
  return served.flatMap(pathsOf).some((pattern) => satisfiesSchema(pattern, path))
    ? refuse('method-not-allowed')
    : refuse('not-found', { message: 'This address does not exist.' });
}

function satisfiesSchema(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/');
  const pathParts = path.split('/');
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, index) => (part.startsWith(':') ? pathParts[index] !== '' : part === pathParts[index]))
  );
}
