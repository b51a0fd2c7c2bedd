import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import program from './reading-thread.mjs?raw';
import type { Schema } from './schema.ts';

/** One for sums, which take longest, and one for other queries. */
const THREADS = 2;

type WorkerReply = { readonly id: number } & ({ readonly rows: readonly unknown[] } | { readonly refused: string });

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The database for long queries: lists, sums, exports. They run in separate threads on a connection
 * that cannot write, so that redemptions never wait for them. A long query does not delay a short
 * one: there are two such threads, and each query is sent to the less busy one. A thread starts
 * with its first query; if it dies, its queries fail, and the next query starts another.
 * @param file the database, which has to exist
 */
export function openReadingThread(file: string): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver(file),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

function createDriver(file: string): Driver {
  const threads = Array.from({ length: THREADS }, () => createThread(file));
  const idlest = () => threads.reduce((best, thread) => (thread.waiting() < best.waiting() ? thread : best));
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      /* The query defines the type of a row, as everywhere in Kysely. */
      return { rows: (await idlest().ask(text, parameters)) as R[] };
    },
    streamQuery: () => {
      throw new Error('This connection does not stream results');
    },
  };
  const readOnly = () => Promise.reject(new Error('This connection is read-only and has no transactions'));
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: readOnly,
    commitTransaction: readOnly,
    rollbackTransaction: readOnly,
    releaseConnection: () => Promise.resolve(),
    destroy: async () => void (await Promise.all(threads.map((thread) => thread.end()))),
  };
}

function createThread(file: string) {
  let worker: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  function onReply(reply: WorkerReply): void {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker?.unref();
    if ('rows' in reply) one?.resolve(reply.rows);
    else one?.reject(new Error(reply.refused));
  }

  function lose(lost: Worker, error: Error): void {
    if (lost !== worker) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(program, { eval: true, workerData: { file, from: import.meta.url } });
    started.on('message', onReply);
    started.on('error', (error) => lose(started, new Error('The reading thread failed', { cause: error })));
    started.on('exit', () => lose(started, new Error('The reading thread has stopped')));
    return started;
  }

  return {
    waiting: () => waiting.size,
    ask(text: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
      worker ??= start();
      /* An idle thread does not keep the server running. */
      worker.ref();
      last += 1;
      const id = last;
      const answered = new Promise<readonly unknown[]>((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, text, parameters });
      return answered;
    },
    async end(): Promise<void> {
      await worker?.terminate();
    },
  };
}
