import { Problem, refuse } from './problem.ts';

/**
 * Reads a body of at most `bytesMax` as UTF-8 text, without trusting its declared length.
 * @throws Problem 413 `too-large`, 499 if it breaks off, 400 `not-json` for invalid text
 */
export async function readText(request: Request, bytesMax: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > bytesMax) throw tooLarge();
  if (request.method === 'GET' || request.method === 'HEAD') return '';
  /* A body with a declared length is read as a whole, which is much faster: the HTTP parser never
     delivers more bytes than declared. */
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

/** Reading a body fails only if the sender disconnected, before anything was done. */
function asBrokenOff(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw refuse('bad-request', { message: 'The request ended before it was complete.', status: 499, retry: 'safe' });
}

function tooLarge(): Problem {
  return refuse('too-large');
}

export function notJson(): Problem {
  return refuse('not-json');
}
