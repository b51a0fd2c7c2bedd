import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createTestServer } from '../../../testing/test-server.ts';
import { createLogger } from '../base/logging.ts';
import { listen } from './listen.ts';

const SILENT = createLogger('silent', { write: () => undefined });
const LOCAL = { host: '127.0.0.1', port: 0, tls: null, connectionsPerAddress: null, log: SILENT };

/** Status of a GET; null when the connection was refused or cut. */
function get(port: number, agent?: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? null));
    });
    asked.on('error', () => resolve(null)).end();
  });
}

/** A handler that answers when the test lets it. */
function createGate() {
  const gate = new EventEmitter();
  const arrived = once(gate, 'arrived');
  const opened = once(gate, 'open');
  const fetch = async () => {
    gate.emit('arrived');
    await opened;
    return new Response('done');
  };
  return { fetch, arrived, open: () => gate.emit('open') };
}

it('a request in progress is answered while the server stops, and new requests are refused', async () => {
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

it('an idle connection kept open by a browser does not delay the stop', async () => {
  const server = await listen({ ...LOCAL, fetch: () => new Response('done') });
  const agent = new Agent({ keepAlive: true });
  expect(await get(server.port, agent)).toBe(200);
  await server.stop(60_000);
  agent.destroy();
});

it('a connection that was opened early and sent nothing does not delay the stop', async () => {
  const server = await listen({ ...LOCAL, fetch: () => new Response('done') });
  const ahead = connect(server.port, '127.0.0.1');
  await once(ahead, 'connect');
  expect(await get(server.port)).toBe(200);
  await server.stop(60_000);
  ahead.destroy();
});

it('a request that never ends is cut off at the deadline of the stop', async () => {
  const gate = createGate();
  const server = await listen({ ...LOCAL, fetch: gate.fetch });
  const endless = get(server.port);
  await gate.arrived;
  await server.stop(10);
  expect(await endless).toBeNull();
  gate.open();
});

/** Sends bytes as they are, and gives the first line of what comes back. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(text);
  const [bytes] = await answered;
  socket.destroy();
  return bytes.toString().split('\r\n')[0] ?? '';
}

it.each(['f27.0.0.1:9111', 'a b', '1.2.3.4.5', '[::1'])(
  'a request with the invalid host %s gets a 400 and is not handled',
  async (host) => {
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return new Response('done');
    };
    const server = await listen({ ...LOCAL, fetch });
    expect(await sendRaw(server.port, `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toBe(
      'HTTP/1.1 400 Bad Request',
    );
    expect(asked).toBe(0);
    expect(await sendRaw(server.port, 'GET /api/health HTTP/1.1\r\nHost: till.example:8787\r\n\r\n')).toBe(
      'HTTP/1.1 200 OK',
    );
    await server.stop(0);
  },
);

it.each(['Content-Length: 100\r\n', 'Transfer-Encoding: chunked\r\n'])(
  'a request that breaks off in its body (%j) is logged with its own status, and not as an error',
  async (header) => {
    const till = await createTestServer();
    const answered = new EventEmitter();
    const done = once(answered, 'status') as Promise<[number]>;
    const fetch = async (asked: Request) => {
      const response = await till.app.fetch(asked);
      answered.emit('status', response.status);
      return response;
    };
    const server = await listen({ ...LOCAL, fetch });
    const socket = connect(server.port, '127.0.0.1');
    const head =
      'PUT /api/tenders/a1b2c3d4-0000-4000-8000-000000000001 HTTP/1.1\r\nHost: till.test\r\nContent-Type: application/json\r\n';
    socket.write(`${head}${header}\r\n5\r\n{"cod`, () => socket.destroy());
    expect(await done).toEqual([499]);
    expect(till.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    await server.stop(0);
    await till.close();
  },
);

it('an address at its connection limit gets the next connection when one ends', async () => {
  const logged: string[] = [];
  const log = createLogger('info', { write: (line) => logged.push(line) });
  const server = await listen({ ...LOCAL, log, connectionsPerAddress: 2, fetch: () => new Response('done') });
  const open = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')];
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  expect([await get(server.port), await get(server.port)]).toEqual([null, null]);
  expect(logged.filter((line) => line.includes('CONNECTIONS_PER_ADDRESS'))).toHaveLength(1);
  open[0]?.end();
  await expect.poll(() => get(server.port)).toBe(200);
  open[1]?.destroy();
  await server.stop(0);
});

it('a body that does not arrive in time is cut off', async () => {
  const till = await createTestServer();
  const arrivalLimits = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 };
  const server = await listen({ ...LOCAL, fetch: (asked) => till.app.fetch(asked), arrivalLimits });
  const socket = connect(server.port, '127.0.0.1').resume();
  socket.write('POST /api/session HTTP/1.1\r\nHost: till.test\r\nContent-Length: 900\r\n\r\n{"personId":');
  await once(socket, 'close');
  expect(till.logged.join('')).not.toContain('"level":"error"');
  await server.stop(0);
  await till.close();
});

it('a port in use and an unusable certificate are errors that name the setting', async () => {
  const server = await listen({ ...LOCAL, fetch: () => new Response() });
  const fetch = () => new Response();
  const noPem = fileURLToPath(import.meta.url);
  await expect(listen({ ...LOCAL, port: server.port, fetch })).rejects.toThrow(`PORT ${server.port} is in use`);
  await expect(listen({ ...LOCAL, tls: { certFile: '/nowhere', keyFile: noPem }, fetch })).rejects.toThrow(
    /TLS_CERT_FILE.*ENOENT/,
  );
  await expect(listen({ ...LOCAL, tls: { certFile: noPem, keyFile: '/nowhere' }, fetch })).rejects.toThrow(
    /TLS_KEY_FILE.*ENOENT/,
  );
  await expect(listen({ ...LOCAL, tls: { certFile: noPem, keyFile: noPem }, fetch })).rejects.toThrow(
    /TLS_CERT_FILE and TLS_KEY_FILE/,
  );
  await server.stop(0);
});
