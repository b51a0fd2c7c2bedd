import { useMutation } from '@tanstack/react-query';
import { officeEndpoints } from '../../contract/office-endpoints.ts';
import { problemBodySchema } from '../../contract/problem.ts';
import type { TransactionFilter } from '../../contract/transaction.ts';
import { ApiProblem, NoAnswer } from '../api/client.ts';
import type { Span } from './buckets.ts';
import type { Days } from './period.ts';

/** What is exported: a period as it is filtered, in a file named after its days. */
interface Export {
  readonly span: Span;
  readonly days: Days;
  readonly filter: TransactionFilter;
}

/** Saves an export as a file. A stream that breaks off saves nothing, because half a file looks like a whole one. */
export function useExport() {
  return useMutation({
    mutationFn: async ({ span, days, filter }: Export) => {
      const file = await fetchCsv({ from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString(), filter });
      save(file, `transactions-${days.first}${days.last === days.first ? '' : `-${days.last}`}.csv`);
    },
  });
}

async function fetchCsv(body: object): Promise<Blob> {
  const { method, path } = officeEndpoints.exportTransactions;
  const headers = { 'X-Tillside': '1', 'Content-Type': 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(body), cache: 'no-store', redirect: 'error' }).catch(broken);
  if (response.ok) return response.blob().catch(broken);
  const problem = problemBodySchema.safeParse(await response.json().catch(broken));
  throw problem.success ? new ApiProblem(response.status, problem.data.error) : new NoAnswer(`status ${response.status}`);
}

function broken(cause: unknown): never {
  throw new NoAnswer('the export broke off', { cause });
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
