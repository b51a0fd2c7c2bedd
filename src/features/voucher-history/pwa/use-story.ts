import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Failure, failureOf, failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import type { Story, StoryRequest } from '../contract/story.ts';

/** The subject of a history. */
export type About = Pick<StoryRequest, 'code' | 'sequence' | 'transactionId' | 'operationId'>;

/** The displayed history, and further queries. */
export interface StoryOnScreen {
  readonly story: Story | undefined;
  readonly failure: Failure | null;
  /** How far back it is being read; null if it is not. */
  readonly readingTo: number | null;
  /** Reads back step by step, until this time (milliseconds UTC), a stop, or nothing is missing. */
  readonly readBack: (to: number) => void;
  readonly stop: () => void;
  /** The number that is printed on the card. */
  readonly withNumber: (sequence: string) => void;
  readonly again: () => void;
}

/* The data is removed once it is not displayed. No code is in a query key. */
const FORGOTTEN = { gcTime: 0, staleTime: Infinity, networkMode: 'always' } as const;

/** Loads a history; further queries extend it. */
export function useStory(about: About): StoryOnScreen {
  const client = useQueryClient();
  const queryKey = ['story', useId()];
  const [readingTo, setReadingTo] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const reading = useRef<AbortController | null>(null);
  const [sequence, setSequence] = useState(about.sequence);
  const first = useQuery({
    ...FORGOTTEN,
    queryKey,
    queryFn: ({ signal }) => call('story', { body: about, signal }),
  });
  const story = first.data;
  useEffect(() => () => reading.current?.abort(), []);

  async function ask(more: Partial<StoryRequest>, signal?: AbortSignal): Promise<Story | null> {
    const before = client.getQueryData<Story>(queryKey);
    const number = sequence === undefined ? {} : { sequence };
    const body = { ...about, ...number, ...(before !== undefined && { token: before.token }), ...more };
    try {
      setFailure(null);
      const told = await call('story', { body, ...(signal && { signal }) });
      client.setQueryData(queryKey, told);
      return told;
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
    for (let told = story ?? null; told !== null && goesOn(told, to) && !stopping.signal.aborted; )
      told = await ask({ back: true }, stopping.signal);
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
      void ask({ sequence: number });
    },
    again: () => void (story === undefined ? first.refetch() : ask({})),
  };
}

/** True if something is missing that may be in the part not read yet. */
function goesOn({ more, explained, away }: Story, to: number): boolean {
  return more !== null && Date.parse(more.before) > to && !explained && !away;
}
