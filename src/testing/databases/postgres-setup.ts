import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { migrate } from '../../bff/platform/store/migrate.ts';
import { openPostgres } from '../../bff/platform/store/postgres.ts';
import { findPostgres } from './find-postgres.ts';
import { fastFolder, type PostgresCluster, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that creates databases for test files, or the reason why there is none. */
    postgres: { readonly databases: string } | { readonly missing: string } | { readonly leftOut: string };
  }
}

/**
 * One PostgreSQL for a whole test run, started when the first test needs a database. `POST` returns
 * the address of a new one with the tables of this version, or without tables at `/empty`; `DELETE`
 * removes it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['SPEED'] === 'check') {
    project.provide('postgres', { leftOut: 'npm run check does without PostgreSQL' });
    return () => Promise.resolve();
  }
  const found = findPostgres();
  if ('missing' in found) {
    project.provide('postgres', found);
    return () => Promise.resolve();
  }
  let started: Promise<{ cluster: PostgresCluster; template: string }> | null = null;
  const start = () => (started ??= startWithTemplate(found.programs));

  const server = createServer((request, response) => {
    void serve(request, start).then(
      (body) => response.end(body),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : 'PostgreSQL could not be used'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('postgres', { databases: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return async () => {
    server.close();
    server.closeAllConnections();
    if (started) await (await started).cluster.stop();
  };
}

async function serve(request: IncomingMessage, start: () => Promise<{ cluster: PostgresCluster; template: string }>): Promise<string> {
  const { cluster, template } = await start();
  if (request.method === 'POST') return cluster.createDatabase(request.url === '/empty' ? undefined : template);
  let url = '';
  for await (const chunk of request) url += String(chunk);
  await cluster.dropDatabase(url);
  return '';
}

/** Copying a database with tables takes a tenth of the time of creating them. */
async function startWithTemplate(programs: string): Promise<{ cluster: PostgresCluster; template: string }> {
  const cluster = await startPostgres(programs, fastFolder());
  const template = await cluster.createDatabase();
  const db = await openPostgres({ url: template, log: createLogger('silent') });
  await migrate(db);
  await db.destroy();
  return { cluster, template };
}
