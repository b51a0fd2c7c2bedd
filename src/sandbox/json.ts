import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { WireAnswer } from './answer.ts';

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The body as JSON; undefined if it is not JSON, which every schema refuses. */
export async function jsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The body of a response as it is sent: JSON, unless it is already text. */
export function textOf({ body }: WireAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

export function respond(c: Context, answer: WireAnswer): Response {
  return c.body(textOf(answer), answer.status as ContentfulStatusCode, { ...JSON_TYPE, ...answer.headers });
}
