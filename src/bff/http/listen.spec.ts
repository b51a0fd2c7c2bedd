import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

const LOCAL = { host: '127.0.0.1', port: 0, tls: null };

/** Status of a GET; null when the connection was refused or cut. */
function get(port: number, agent?: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? null));
    });
    asked.on('error', () => resolve(null)).end();
  });
}

/** A handler that waits to be told to answer. */
function createGate() {
  const gate = new EventEmitter();
  const [arrived, opened] = [once(gate, 'arrived'), once(gate, 'open')];
  const fetch = async () => {
    gate.emit('arrived');
    await opened;
    return new Response('done');
  };
  return { fetch, arrived, open: () => gate.emit('open') };
}

it('a request under way is answered though the server stops, and nobody new gets in', async () => {
  const gate = createGate();
  const server = await listen({ ...LOCAL, fetch: gate.fetch });
  const underWay = get(server.port);
  await gate.arrived;
  const stopped = server.stop(60_000);
  expect(await get(server.port)).toBeNull();
  gate.open();
  expect(await underWay).toBe(200);
  await stopped;
});

it('a connection that a browser only keeps open does not hold up the stop', async () => {
  const server = await listen({ ...LOCAL, fetch: () => new Response('done') });
  const agent = new Agent({ keepAlive: true });
  expect(await get(server.port, agent)).toBe(200);
  await server.stop(60_000);
  agent.destroy();
});

it('nor does one that was opened ahead of need and has asked nothing', async () => {
  const server = await listen({ ...LOCAL, fetch: () => new Response('done') });
  const ahead = connect(server.port, '127.0.0.1');
  await once(ahead, 'connect');
  expect(await get(server.port)).toBe(200);
  await server.stop(60_000);
  ahead.destroy();
});

it('a request that never ends is cut off when patience is over', async () => {
  const gate = createGate();
  const server = await listen({ ...LOCAL, fetch: gate.fetch });
  const endless = get(server.port);
  await gate.arrived;
  await server.stop(10);
  expect(await endless).toBeNull();
  gate.open();
});

it('a port that is taken, and a certificate that cannot be used, are errors that name the setting', async () => {
  const server = await listen({ ...LOCAL, fetch: () => new Response() });
  const fetch = () => new Response();
  const noPem = fileURLToPath(import.meta.url);
  await expect(listen({ ...LOCAL, port: server.port, fetch })).rejects.toThrow(/PORT.*EADDRINUSE/);
  await expect(listen({ ...LOCAL, tls: { certFile: '/nowhere', keyFile: noPem }, fetch })).rejects.toThrow(/TLS_CERT_FILE.*ENOENT/);
  await expect(listen({ ...LOCAL, tls: { certFile: noPem, keyFile: '/nowhere' }, fetch })).rejects.toThrow(/TLS_KEY_FILE.*ENOENT/);
  await expect(listen({ ...LOCAL, tls: { certFile: noPem, keyFile: noPem }, fetch })).rejects.toThrow(/TLS_CERT_FILE and TLS_KEY_FILE/);
  await server.stop(0);
});
