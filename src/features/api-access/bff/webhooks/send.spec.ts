import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../bff/platform/base/ports.ts';
import { BadAddress, isPublic, resolveAddress } from './address.ts';
import { createSender } from './send.ts';

let receiver: Server;
let asked: string[];
let answer: { status: number; headers?: Record<string, string>; body?: string };
beforeEach(async () => {
  asked = [];
  answer = { status: 200 };
  receiver = createServer((request, response) => {
    asked.push(`${request.headers.host ?? ''} ${request.url ?? ''}`);
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterEach(async () => {
  receiver.close();
  await once(receiver, 'close');
});
const port = () => (receiver.address() as AddressInfo).port;
const here = ['127.0.0.1'];

it('a message is sent to the address that its name was resolved to', async () => {
  const names: string[] = [];
  const resolve = async (name: string) => {
    names.push(name);
    return here;
  };
  const sender = createSender({ clock: systemClock, allowPrivate: true, resolve });
  const url = `http://register.example:${port()}/hook?shop=1`;
  expect(await sender.post(url, {}, '{}')).toEqual({ status: 200, reason: null });
  expect([names, asked]).toEqual([['register.example'], [`register.example:${port()} /hook?shop=1`]]);
});

it('a redirect is not followed, and an answer that is too large is aborted', async () => {
  const sender = createSender({ clock: systemClock, allowPrivate: true });
  const url = `http://127.0.0.1:${port()}/hook`;
  answer = { status: 307, headers: { location: `http://127.0.0.1:${port()}/elsewhere` } };
  expect(await sender.post(url, {}, '{}')).toEqual({ status: 307, reason: 'a redirect, which is not followed' });
  answer = { status: 200, body: 'x'.repeat(100_000) };
  expect(await sender.post(url, {}, '{}')).toEqual({ status: null, reason: 'answer too large' });
  expect(asked.filter((one) => one.endsWith('/elsewhere'))).toEqual([]);
});

it('a name that now resolves to this machine is not called', async () => {
  const sender = createSender({ clock: systemClock, allowPrivate: false, resolve: async () => here });
  expect(await sender.post(`https://register.example:${port()}/`, {}, '{}')).toEqual({
    status: null,
    reason: 'It leads to a private network.',
  });
  expect(asked).toEqual([]);
});

it('a name that also resolves to this machine is refused, and plain HTTP to the internet always is', async () => {
  const resolve = async () => ['93.184.216.34', '127.0.0.1'];
  await expect(resolveAddress('https://register.example/', { allowPrivate: false, resolve })).rejects.toThrow(
    BadAddress,
  );
  await expect(
    resolveAddress('http://register.example/', { allowPrivate: true, resolve: async () => ['93.184.216.34'] }),
  ).rejects.toThrow(BadAddress);
  expect(
    (await resolveAddress('https://register.example/', { allowPrivate: false, resolve: async () => ['93.184.216.34'] }))
      .ip,
  ).toBe('93.184.216.34');
});

it.each([
  '127.0.0.1',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'x',
])('%s is not a public address', (ip) => expect(isPublic(ip)).toBe(false));

it.each(['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '0.0.0.0', '224.0.0.1', '[::ffff:169.254.169.254]'])(
  '%s is never called by a webhook',
  async (host) => {
    await expect(
      resolveAddress(`http://${host}/latest`, { allowPrivate: true, resolve: async () => [] }),
    ).rejects.toThrow(BadAddress);
  },
);

it.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '[::1]', '[fd12:3456::1]'])(
  '%s is called if private addresses are allowed',
  async (host) => {
    expect(
      (await resolveAddress(`http://${host}/hook`, { allowPrivate: true, resolve: async () => [] })).url.pathname,
    ).toBe('/hook');
  },
);

it.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111'])('%s is a public address', (ip) =>
  expect(isPublic(ip)).toBe(true),
);
