import * as z from 'zod';
import { badRequest } from './problems.ts';

/** The position of a row in the list: its sort value, and its time and id for equal values. */
export interface ListPosition {
  readonly sorted: string | number | null;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly id: string;
}

const positionSchema = z.tuple([z.union([z.string().max(512), z.number(), z.null()]), z.int(), z.string().max(256)]);

/** `next` of a response, which pages return unchanged. */
export function positionText({ sorted, at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([sorted, at, id])).toString('base64url');
}

/** @throws Problem 400 for an invalid text */
export function readListPosition(text: string): ListPosition {
  try {
    const [sorted, at, id] = positionSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { sorted, at, id };
  } catch {
    throw badRequest('after', '"after" is not a "next" value of an earlier response.');
  }
}
