import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Failure, failureOf, failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import type { Story, StoryRequest } from '../contract/story.ts';

/** What a story is asked about. */
export type About = Pick<StoryRequest, 'code' | 'sequence' | 'transactionId' | 'operationId'>;

/** A story on the screen, and what can be asked further. */
export interface StoryOnScreen {
  readonly story: Story | undefined;
  readonly failure: Failure | null;
  /** How far back it is being read; null while it is not. */
  readonly readingTo: number | null;
  /** Reads back piece by piece, until then (milliseconds UTC), a stop, or nothing is missing. */
  readonly readBack: (to: number) => void;
  readonly stop: () => void;
  /** The number that is printed on the card. */
  readonly withNumber: (sequence: string) => void;
  /** Asks for the same once more. */
  readonly again: () => void;
}

/* Nothing of it is kept once it is not shown. No code is in a key. */
const FORGOTTEN = { gcTime: 0, staleTime: Infinity, networkMode: 'always' } as const;

/** Asks for a story, once; what is asked further goes on with it. */
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

/** Something is missing, and lies perhaps in what was not read yet. */
function goesOn({ more, explained, away }: Story, to: number): boolean {
  return more !== null && Date.parse(more.before) > to && !explained && !away;
}
