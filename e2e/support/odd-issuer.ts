import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A row of a search as transmitted; absent fields are missing there. */
export type OddRow = Readonly<Record<string, unknown>> & { readonly transaction_id: string };

const PAGE_SIZE = 3;

/**
 * An issuer with only a search that does everything the specification does not forbid: pages
 * shorter than requested, rows repeated and out of order, and another row with every request.
 */
export async function startOddIssuer(rows: readonly OddRow[], arriving: (count: number) => OddRow) {
  const all = [...rows];
  let asked = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const { from, to, page_index: page } = JSON.parse(text) as { from: string; to: string; page_index: number };
      asked += 1;
      if (asked <= 5) all.unshift(arriving(asked));
      const within = all.filter(({ created }) => typeof created !== 'string' || (`${created}Z` >= from && `${created}Z` <= to));
      const fresh = within.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
      const data = fresh.length === 0 ? [] : [...fresh].toReversed().concat(within.slice(0, 1));
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ meta: { status: 'succeeded' }, data }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
