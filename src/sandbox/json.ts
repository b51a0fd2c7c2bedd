import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { WireAnswer } from './answer.ts';

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The body as JSON; undefined when it is none, which every schema refuses. */
export async function jsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The body of an answer as it goes over the wire: JSON, unless it is a text already. */
export function textOf({ body }: WireAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** An answer as a response. */
export function respond(c: Context, answer: WireAnswer): Response {
  return c.body(textOf(answer), answer.status as ContentfulStatusCode, { ...JSON_TYPE, ...answer.headers });
}
