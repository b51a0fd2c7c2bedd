import { Problem, refuse } from './problem.ts';

/**
 * Reads a body of at most `bytesMax` as UTF-8 text, without trusting the length that was announced.
 * @throws Problem 413 `too-large`, 499 for one that breaks off, 400 `not-json` for bytes that are
 * no text
 */
export async function readText(request: Request, bytesMax: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > bytesMax) throw tooLarge();
  if (request.method === 'GET' || request.method === 'HEAD') return '';
  /* No more bytes than were announced get through the HTTP parser, and reading them as a whole
     costs a fraction of a stream. */
  const bytes = await (announced === null
    ? readStream(request, bytesMax)
    : request.arrayBuffer().then(Buffer.from)
  ).catch(asBrokenOff);
  if (bytes.byteLength > bytesMax) throw tooLarge();
  try {
    return UTF8.decode(bytes);
  } catch {
    throw notJson();
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

async function readStream(request: Request, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * What keeps a body from being read is that it did not come: nothing was done, and whoever sent it
 * has gone.
 */
function asBrokenOff(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw refuse('bad-request', { message: 'The request broke off before its end.', status: 499, retry: 'safe' });
}

function tooLarge(): Problem {
  return refuse('too-large');
}

/** The answer to a body that is not JSON text. */
export function notJson(): Problem {
  return refuse('not-json');
}
