import { once } from 'node:events';
import { WebSocket } from 'undici';

/** A connection that speaks WebDriver BiDi: commands, each with its answer. */
export interface BidiConnection {
  /** @throws Error with the browser's own message */
  send<Result>(method: string, params: object): Promise<Result>;
  close(): void;
}

interface Answer {
  readonly type: 'success' | 'error' | 'event';
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Connects to a browser that listens there. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, type, result, error, message } = JSON.parse(String(data)) as Answer;
    const waits = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') waits?.resolve(result);
    else waits?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'));
    waiting.clear();
  });
  await once(socket, 'open');
  return {
    send: <Result>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: (result) => resolve(result as Result), reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}
