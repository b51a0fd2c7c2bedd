import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from '../../src/testing/free-port.ts';

/** A proxy between a till and its server that cuts connections. */
export interface CuttingProxy {
  readonly origin: string;
  /** Ids of tenders whose PUT reached the server, in order, including repetitions. */
  readonly puts: readonly string[];
  close(): Promise<void>;
}

const PUT_OF_TENDER = /^\/api\/tenders\/([0-9a-f-]+)$/;

/**
 * Passes everything on, but the first PUT of a tender loses its connection: after the server has read it all and has answered, the answer is
 * thrown away and the browser's connection is reset.
 */
export async function startCuttingProxy(server: string): Promise<CuttingProxy> {
  const target = new URL(server);
  const puts: string[] = [];
  let hasCut = false;

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const [, tender] = (incoming.method === 'PUT' && PUT_OF_TENDER.exec(incoming.url ?? '')) || [];
    if (tender !== undefined) puts.push(tender);
    const { method, headers, url: path } = incoming;
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      if (tender !== undefined && !hasCut) {
        hasCut = true;
        answer.resume();
        incoming.socket.resetAndDestroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    // If one side closes, the other is closed, too.
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  const port = await freePort();
  const proxy = createServer(passOn).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    puts,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
