import * as z from 'zod';
import { badRequest } from './problems.ts';

/** Where in the list a row stands: what it is sorted by, and what decides among those alike. */
export interface ListPlace {
  readonly sorted: string | number | null;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly id: string;
}

const placeSchema = z.tuple([z.union([z.string().max(512), z.number(), z.null()]), z.int(), z.string().max(256)]);

/** `next` of an answer, which pages send back as they got it. */
export function placeText({ sorted, at, id }: ListPlace): string {
  return Buffer.from(JSON.stringify([sorted, at, id])).toString('base64url');
}

/** @throws Problem 400 for a text that no answer gave */
export function readListPlace(text: string): ListPlace {
  try {
    const [sorted, at, id] = placeSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { sorted, at, id };
  } catch {
    throw badRequest('after', '"after" is not what an answer gave as "next".');
  }
}
