import { ownHeaders } from './shop.ts';

/** A stream of events that stays open. */
export interface HeardStream {
  /** Resolves once the server has answered. */
  readonly isOpen: Promise<void>;
  /** Everything so far. */
  text(): string;
  isEnded(): boolean;
  stop(): void;
}

export function listenTo(origin: string, cookie: string): HeardStream {
  const stopping = new AbortController();
  let heard = '';
  let isEnded = false;
  const answer = fetch(`${origin}/api/events`, { headers: ownHeaders(origin, cookie), signal: stopping.signal });
  async function read(): Promise<void> {
    const { body } = await answer;
    if (body === null) return;
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) heard += chunk;
  }
  /* A stream that breaks, or is stopped here, has ended, too. */
  const ended = () => {
    isEnded = true;
  };
  read().then(ended, ended);
  return {
    isOpen: answer.then(({ status }) => {
      if (status !== 200) throw new Error(`a stream was answered with ${status}`);
    }),
    text: () => heard,
    isEnded: () => isEnded,
    stop: () => stopping.abort(),
  };
}
