import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Failure, failureOf, failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import type { Story, StoryRequest } from '../contract/story.ts';

/** The subject of a history. */
export type HistoryQuery = Pick<StoryRequest, 'code' | 'sequence' | 'transactionId' | 'operationId'>;

/** The displayed history, and further queries. */
export interface StoryOnScreen {
  readonly story: Story | undefined;
  readonly failure: Failure | null;
  /** Start of the period that is being read; null while no reading is in progress. */
  readonly readingTo: number | null;
  /** Reads back step by step, until this time (milliseconds UTC), a stop, or nothing is missing. */
  readonly readBack: (to: number) => void;
  readonly stop: () => void;
  /** The number that is printed on the card. */
  readonly withNumber: (sequence: string) => void;
  readonly again: () => void;
}

/* Removes the data once it is not displayed. */
const UNCACHED = { gcTime: 0, staleTime: Infinity, networkMode: 'always' } as const;

/** Loads a history; further queries extend it. */
export function useStory(about: HistoryQuery): StoryOnScreen {
  const client = useQueryClient();
  const queryKey = ['story', useId()];
  const [readingTo, setReadingTo] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const reading = useRef<AbortController | null>(null);
  const [sequence, setSequence] = useState(about.sequence);
  const first = useQuery({
    ...UNCACHED,
    queryKey,
    queryFn: ({ signal }) => call('story', { body: about, signal }),
  });
  const story = first.data;
  useEffect(() => () => reading.current?.abort(), []);

  async function query(more: Partial<StoryRequest>, signal?: AbortSignal): Promise<Story | null> {
    const before = client.getQueryData<Story>(queryKey);
    const number = sequence === undefined ? {} : { sequence };
    const body = { ...about, ...number, ...(before !== undefined && { token: before.token }), ...more };
    try {
      setFailure(null);
      const answer = await call('story', { body, ...(signal && { signal }) });
      client.setQueryData(queryKey, answer);
      return answer;
    } catch (error) {
      if (signal?.aborted !== true) setFailure(failureOf(error));
      return null;
    }
  }

  async function readBack(to: number): Promise<void> {
    const stopping = new AbortController();
    reading.current?.abort();
    reading.current = stopping;
    setReadingTo(to);
    for (let latest = story ?? null; latest !== null && continuesReading(latest, to) && !stopping.signal.aborted; )
      latest = await query({ back: true }, stopping.signal);
    if (reading.current === stopping) setReadingTo(null);
  }

  return {
    story,
    failure: failure ?? failureOrNull(first.error),
    readingTo,
    readBack: (to) => void readBack(to),
    stop() {
      reading.current?.abort();
      setReadingTo(null);
    },
    withNumber(number) {
      setSequence(number);
      void query({ sequence: number });
    },
    again: () => void (story === undefined ? first.refetch() : query({})),
  };
}

/** True if a missing event may be in the period that was not read yet. */
function continuesReading({ more, explained, away }: Story, to: number): boolean {
  return more !== null && Date.parse(more.before) > to && !explained && !away;
}
