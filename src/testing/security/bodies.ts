import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import type { Dice } from '../simulation/dice.ts';

/** The parts of a JSON schema that are needed to generate bodies. */
interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Values for fields by name, if the schema is not specific enough. */
export type Samples = Readonly<Record<string, (dice: Dice) => unknown>>;

const TRIES = 40;
/** The pattern of a calendar day, in any field. */
const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 -';

/** Generates valid bodies for a route from its schema: random fields within their limits. */
export function bodiesFor({ request }: Pick<Endpoint, 'request'>, samples: Samples): (dice: Dice) => unknown {
  if (request === null) return () => undefined;
  const shape = z.toJSONSchema(request, { unrepresentable: 'any', io: 'input' }) as Shape;
  return (dice) => {
    let body: unknown;
    for (let tries = 0; tries < TRIES; tries += 1) {
      body = valueOf(shape, '', samples, dice);
      if (request.safeParse(body).success) return body;
    }
    return body;
  };
}

function valueOf(shape: Shape, name: string, samples: Samples, dice: Dice): unknown {
  if (shape.pattern === DAY_PATTERN) return new Date().toISOString().slice(0, 10);
  const sample = samples[name]?.(dice);
  const isNumber = shape.type === 'integer' || shape.type === 'number';
  if (sample !== undefined && isNumber === (typeof sample === 'number')) return sample;
  if ('const' in shape) return shape.const;
  const kinds = shape.anyOf ?? shape.oneOf;
  if (kinds !== undefined || shape.enum !== undefined) {
    const [first, ...rest] = kinds ?? shape.enum ?? [];
    const chosen = dice.pick([first, ...rest]);
    return kinds === undefined ? chosen : valueOf(chosen as Shape, name, samples, dice);
  }
  switch (shape.type) {
    case 'object':
      return objectOf(shape, samples, dice);
    case 'array':
      return Array.from({ length: dice.between(shape.minItems ?? 0, Math.min(shape.maxItems ?? 3, 3)) }, () =>
        valueOf(shape.items ?? {}, '', samples, dice),
      );
    case 'integer':
    case 'number':
      return dice.between(Math.max(shape.minimum ?? 0, -1_000), Math.min(shape.maximum ?? 1_000, 1_000));
    case 'boolean':
      return dice.chance(0.5);
    case 'string':
      return textFor(shape, dice);
    default:
      return null;
  }
}

function objectOf({ properties = {}, required = [] }: Shape, samples: Samples, dice: Dice): unknown {
  const chosen = Object.entries(properties).filter(([key]) => required.includes(key) || dice.chance(0.4));
  return Object.fromEntries(chosen.map(([key, inner]) => [key, valueOf(inner, key, samples, dice)]));
}

function textFor({ pattern = '', minLength = 0, maxLength = 20 }: Shape, dice: Dice): string {
  if (pattern.startsWith('^[0-9a-f]{8}-') || pattern.startsWith('^([0-9a-fA-F]{8}')) return uuidFrom(dice);
  const length = dice.between(Math.max(1, minLength), Math.min(maxLength, 20));
  return Array.from({ length }, () => LETTERS[dice.below(LETTERS.length)]).join('');
}

/** A UUID that the dice decide. */
export function uuidFrom(dice: Dice): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => dice.below(16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
