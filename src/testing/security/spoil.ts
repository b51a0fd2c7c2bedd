import type { Dice } from '../simulation/dice.ts';
import { oddInside, oddText, textOfJson } from './odd.ts';
import type { AskedOfIssuer, GoodAnswer, OddDelivery } from './upstream.ts';

/** A fault of the issuer's answer. */
export interface Spoilt extends OddDelivery {
  readonly name: string;
}

const PAUSE_MS = 60;

/** An answer that belongs to another request. */
export interface MisdirectedAnswer {
  readonly name: string;
  readonly answer: GoodAnswer;
}

/**
 * Remembers the issuer's successful answers.
 * @returns for each request: answers that belong to other requests, or that contradict themselves
 */
export function createMisdirection(): (own: GoodAnswer, request: AskedOfIssuer) => MisdirectedAnswer[] {
  const byKind = new Map<string, GoodAnswer>();
  const byWords = new Map<string, GoodAnswer>();
  return (own, { method, url, body }) => {
    const kind = `${method} ${url.replaceAll(/[^/?&=]*\d[^/?&=]*/g, '*')}`;
    const words = `${method} ${url} ${body}`;
    const other = byKind.get(kind);
    const earlier = byWords.get(words);
    if (own.status !== 200) return [];
    byKind.set(kind, own);
    byWords.set(words, own);
    const text = own.text.replace(
      /"(captured_amount|authorized_amount|amount)":(\d+)/,
      (_, name, amount) => `"${name}":${Number(amount) + 1}`,
    );
    return [
      ...(other === undefined ? [] : [{ name: 'the answer to another request', answer: other }]),
      ...(earlier === undefined ? [] : [{ name: 'the answer from before', answer: earlier }]),
      ...(text === own.text ? [] : [{ name: 'an amount that contradicts another', answer: { status: 200, text } }]),
    ];
  };
}

/**
 * Corrupts one answer of the issuer.
 * @param stray an address that must never be requested
 */
export function spoil({ status, text }: GoodAnswer, misdirected: readonly MisdirectedAnswer[], stray: string, dice: Dice): Spoilt {
  const body = () => Buffer.from(text);
  const bad = (name: string, ...pieces: (string | Uint8Array)[]): Spoilt => ({ name, pieces, pauseMs: PAUSE_MS });
  const kinds: Record<string, () => Spoilt> = {
    'an odd place': () => bad('an odd place', answer(status, Buffer.from(oddPlace(text, dice)))),
    'odd places': () => bad('odd places', answer(status, Buffer.from(oddPlace(oddPlace(oddPlace(text, dice), dice), dice)))),
    'an odd text': () => {
      const odd = oddText(text, dice);
      return bad(odd.name, answer(status, odd.bytes));
    },
    'an evil link': () => bad('an evil link', answer(status, Buffer.from(withStray(text, stray)))),
    redirect: () => {
      const code = dice.pick([301, 302, 303, 307, 308]);
      return bad(`a ${code}`, answer(code, body(), `Location: ${stray}/v1/transactions\r\n`));
    },
    refresh: () => bad('a Refresh and a Link', answer(status, body(), `Refresh: 0; url=${stray}\r\nLink: <${stray}>; rel=preload\r\n`)),
    'another status': () => {
      const code = dice.pick([
        100, 201, 202, 204, 205, 206, 207, 304, 400, 401, 404, 408, 409, 418, 425, 429, 451, 499, 500, 502, 503, 504, 599, 999,
      ]);
      return bad(`status ${code}`, answer(code, body()));
    },
    'informational first': () =>
      bad('a 103 first', `HTTP/1.1 103 Early Hints\r\nLink: <${stray}>; rel=preload\r\n\r\n`, answer(status, body())),
    'many informational': () => bad('a hundred of 102', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), answer(status, body())),
    'another protocol': () => bad('a 101', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', body()),
    'cut off': () => bad('cut off', answer(status, body()).subarray(0, dice.below(answer(status, body()).length))),
    'announced longer': () => bad('announced longer than it is', head(status, text.length + 5_000), body()),
    'announced shorter': () => bad('announced shorter than it is', head(status, Math.max(0, body().length - 3)), body()),
    'in drops': () => bad('in drops', ...drops(answer(status, body()))),
    slow: () => ({ name: 'slow', pieces: [head(status, body().length), body()], pauseMs: 2_500 }),
    silent: () => ({ name: 'silent', pieces: ['', ''], pauseMs: 3_000 }),
    'no length': () => bad('no length', `HTTP/1.0 ${status} OK\r\nContent-Type: application/json\r\n\r\n`, body()),
    'bad chunks': () => bad('bad chunks', `HTTP/1.1 ${status} OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, body()),
    'claims gzip': () => bad('says it is gzip', answer(status, body(), 'Content-Encoding: gzip\r\n')),
    'another charset': () =>
      bad('another charset', answer(status, Buffer.from(text, 'utf16le'), 'Content-Type: application/json; charset=utf-16le\r\n')),
    'much too large': () => bad('3 MB', answer(status, Buffer.alloc(3 * 1024 * 1024, 0x20))),
    'large headers': () => bad('large headers', answer(status, body(), `X-Long: ${'x'.repeat(60_000)}\r\n`)),
    'odd headers': () =>
      bad('odd headers', answer(status, body(), 'Date: never\r\nRetry-After: 1e99\r\nSet-Cookie: tillside-session=evil\r\n')),
    'no HTTP': () => bad('no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'),
  };
  const [wrong, ...others] = misdirected;
  if (wrong !== undefined && dice.chance(0.3)) {
    const { name, answer: given } = dice.pick([wrong, ...others]);
    return bad(name, answer(given.status, Buffer.from(given.text)));
  }
  const [first = 'no HTTP', ...rest] = Object.keys(kinds);
  const made = dice.chance(0.35) ? kinds['an odd place'] : kinds[dice.pick([first, ...rest])];
  return made?.() ?? bad('nothing');
}

function head(status: number, length: number, more = ''): string {
  return `HTTP/1.1 ${status} Status\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}Connection: close\r\n\r\n`;
}

function answer(status: number, body: Uint8Array, more = ''): Buffer {
  return Buffer.concat([Buffer.from(head(status, body.length, more)), body]);
}

function drops(bytes: Buffer): Buffer[] {
  const size = Math.ceil(bytes.length / 12);
  return Array.from({ length: 12 }, (_, index) => bytes.subarray(index * size, (index + 1) * size)).filter(({ length }) => length > 0);
}

function oddPlace(text: string, dice: Dice): string {
  const value = orNull(text);
  return value === null ? text : textOfJson(oddInside(value, dice));
}

/** Every address of the answer leads elsewhere. */
function withStray(text: string, stray: string): string {
  return text.replaceAll(/"href":"[^"]*?(\/[^"]*)?"/g, `"href":"${stray}$1"`).replaceAll(/https?:\/\/[^/"\\]+/g, stray);
}

function orNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
