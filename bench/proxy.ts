import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { createOtherRows, type Others, type WrittenRow } from './other-rows.ts';
import { CREDENTIALS, JSON_TYPE } from './till.ts';

/** The behaviour of the issuer: it answers, never answers, or refuses everything. */
export type Mood = 'well' | 'silent' | 'refusing';

/**
 * A connection between a server and its issuer. It answers searches itself, and passes other
 * requests on or disturbs them.
 */
export interface Line {
  readonly port: number;
  searches(): number;
  /** Requests of any kind in each second since a time of `performance.now()`. */
  perSecond(sinceMs: number): readonly number[];
  /** Searches in each second. */
  searchesPerSecond(sinceMs: number): readonly number[];
  /** From now on the answers to redemptions of these vouchers are lost. */
  lose(refs: readonly string[]): void;
  setMood(mood: Mood): void;
  close(): Promise<void>;
}

/** Far more rows than a bench makes. */
const ALL = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', page_size: 500 };

/** @param others their rows appear in searches in addition to those of the service */
export async function openLine(service: string, port: number, others: Others): Promise<Line> {
  const pool = new Pool(service);
  const lost = new Set<string>();
  const answerSearch = createOtherRows(others);
  const times: number[] = [];
  const searchedAt: number[] = [];
  let mood: Mood = 'well';
  /** Rows of the service itself; null after a request that may have added one. */
  let own: Promise<readonly WrittenRow[]> | null = null;

  async function ownRows(): Promise<readonly WrittenRow[]> {
    const rows: WrittenRow[] = [];
    for (let page_index = 0; ; page_index += 1) {
      const body = JSON.stringify({ ...ALL, page_index });
      const path = '/merchant/v1/transactions/actions/search';
      const answer = await pool.request({ method: 'POST', path, headers: { ...JSON_TYPE, ...CREDENTIALS }, body });
      const { data } = (await answer.body.json()) as { data: WrittenRow[] };
      rows.push(...data);
      if (data.length < ALL.page_size) return rows;
    }
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    times.push(performance.now());
    const { method = 'GET', url: path = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isSearch = path.endsWith('/actions/search');
    if (isSearch) searchedAt.push(performance.now());
    if (isSearch && others.pageMs !== undefined) await setTimeout(others.pageMs);
    if (mood === 'silent') return;
    if (mood === 'refusing') {
      response.writeHead(503, JSON_TYPE);
      return void response.end('{}');
    }
    if (isSearch) {
      own ??= ownRows();
      const text = answerSearch(await own, body.toString('utf8'));
      response.writeHead(200, JSON_TYPE);
      return void response.end(text);
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length', 'expect'].includes(name)),
    );
    const answer = await pool.request({ method, path, headers, ...(body.length > 0 && { body }) });
    const text = await answer.body.text();
    const isRedemption = method === 'POST' && /\/v1\/transactions(\?|$)/.test(path);
    if (isRedemption) own = null;
    if (isRedemption && [...lost].some((ref) => body.includes(ref))) return void request.socket.destroy();
    response.writeHead(answer.statusCode, { ...JSON_TYPE, ...dateOf(answer.headers) });
    response.end(text);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    searches: () => searchedAt.length,
    perSecond: (sinceMs) => inSeconds(times, sinceMs),
    searchesPerSecond: (sinceMs) => inSeconds(searchedAt, sinceMs),
    lose(refs) {
      for (const ref of refs) lost.add(ref);
    },
    /* A request without an answer keeps waiting: a broken connection would be an answer. */
    setMood(next) {
      mood = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.close();
    },
  };
}

/** How many of some times lie in each second since then. */
function inSeconds(times: readonly number[], sinceMs: number): number[] {
  const counts = Array.from({ length: Math.max(1, Math.ceil((performance.now() - sinceMs) / 1_000)) }, () => 0);
  for (const time of times) {
    const second = Math.floor((time - sinceMs) / 1_000);
    if (second >= 0 && second < counts.length) counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

/** The issuer's clock is seen by this header. */
function dateOf({ date }: Record<string, string | string[] | undefined>): Record<string, string> {
  return typeof date === 'string' ? { date } : {};
}
