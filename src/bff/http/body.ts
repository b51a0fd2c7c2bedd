import { Problem } from './problem.ts';

/**
 * Reads a body of at most `bytesMax` as UTF-8 text, without trusting the length that was announced.
 * @throws Problem 413 `too-large`, 400 `not-json` for bytes that are no text
 */
export async function readText(request: Request, bytesMax: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw notJson();
  }
}

function tooLarge(): Problem {
  return new Problem({ status: 413, code: 'too-large', message: 'The request is larger than anything this server takes.', retry: 'never' });
}

/** The answer to a body that is not JSON text. */
export function notJson(): Problem {
  return new Problem({ status: 400, code: 'not-json', message: 'The request is not JSON.', retry: 'never' });
}
