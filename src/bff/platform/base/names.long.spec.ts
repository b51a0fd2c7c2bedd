import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createResolve } from './names.ts';

let server: Socket;
let answers: boolean;
let asked: number;
let at: string;
beforeEach(async () => {
  answers = true;
  asked = 0;
  server = createSocket('udp4');
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  at = `127.0.0.1:${server.address().port}`;
  server.on('message', (question, from) => {
    asked += 1;
    if (answers) server.send(answerTo(question), from.port, from.address);
  });
});
afterEach(() => server.close());

/** A name server that knows 192.0.2.7 for names that begin with k, and no other name. */
function answerTo(question: Buffer): Buffer {
  const isKnown = question[13] === 'k'.charCodeAt(0) && question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(isKnown ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return Buffer.concat(isKnown ? [head, record] : [head]);
}

it('a name is resolved by the name servers, or else by the system', async () => {
  const resolve = createResolve({
    servers: [at],
    system: async (name) => (name.startsWith('printer') ? ['192.168.1.9'] : []),
  });
  expect(await resolve('known.example')).toEqual(['192.0.2.7']);
  expect(await resolve('printer.hosts.example')).toEqual(['192.168.1.9']);
  const before = asked;
  expect([await resolve('printer'), await resolve('printer.local')]).toEqual([['192.168.1.9'], ['192.168.1.9']]);
  expect(asked).toBe(before);
  expect(await resolve('nowhere.example')).toEqual([]);
});

it('names whose servers do not respond do not block a thread, and are not looked up by the system resolver', async () => {
  answers = false;
  let system = 0;
  const resolve = createResolve({
    servers: [at],
    system: () => {
      system += 1;
      return Promise.resolve([]);
    },
  });
  let ended = 0;
  const dead = Array.from({ length: 16 }, (_, number) => resolve(`dead-${number}.example`).finally(() => (ended += 1)));
  await expect.poll(() => asked).toBeGreaterThanOrEqual(16);
  await Promise.all(Array.from({ length: 8 }, () => readFile(new URL(import.meta.url))));
  expect(ended).toBe(0);
  expect(await Promise.all(dead)).toEqual(Array.from({ length: 16 }, () => []));
  expect(system).toBe(0);
});
