import type { ReactNode } from 'react';
import { failureOrNull } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { useInitialMessages } from '../words/words.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface LoadedProps<T> {
  /** The used part of the result of `useQuery`. */
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly failed?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * Shows the data of a query once it is loaded, or its progress or failure with a retry button.
 * Loaded data stays below a failure.
 */
export function Loaded<T>({ query: { data, error, refetch }, failed, children }: LoadedProps<T>) {
  const { common } = useInitialMessages();
  const failure = failureOrNull(error);
  return (
    <>
      {failure !== null && (
        <div className="screen-only flex flex-wrap items-center gap-3">
          {failed ?? <FailureNotice failure={failure} />}
          <Button onClick={() => void refetch()}>{common.tryAgain}</Button>
        </div>
      )}
      {data === undefined && failure === null && (
        <p role="status" className="text-neutral-9">
          {common.loading}
        </p>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
