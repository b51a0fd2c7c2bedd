import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeEvents } from '../testing/fake-events.ts';
import { listenToChanges } from './events.ts';

let events: ReturnType<typeof installFakeEvents>;
let heard: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  events = installFakeEvents();
  heard = [];
  stop = listenToChanges({
    onChange: ({ kind, id }) => heard.push(`${kind} ${id}`),
    onOpen: () => heard.push('open'),
    onRefused: () => heard.push('refused'),
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const last = () => {
  const stream = events.streams().at(-1);
  if (stream === undefined) throw new Error('no stream was opened');
  return stream;
};
/** The page goes to the background or comes back. */
const setHidden = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('a page that subscribes to events', () => {
  it('receives changes, and ignores unknown events', () => {
    last().open();
    events.tell({ kind: 'tender', id: 't1' });
    for (const odd of ['{"kind":"weather","id":"w1"}', '{"kind":', '7']) last().say(odd);
    expect(heard).toEqual(['open', 'tender t1']);
    expect(last().url).toBe('/api/events');
  });

  it('leaves reconnecting to the browser, and reports when the connection is restored', () => {
    last().open();
    last().break(false);
    vi.advanceTimersByTime(60_000);
    expect(events.streams()).toHaveLength(1);
    last().open();
    expect(heard).toEqual(['open', 'open']);
  });

  it('reports a refused connection, and retries after a while', () => {
    last().break(true);
    expect(heard).toEqual(['refused']);
    vi.advanceTimersByTime(4_999);
    expect(events.streams()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(events.streams()).toHaveLength(2);
  });

  it('closes the connection while it is hidden', () => {
    setHidden(true);
    expect(events.listening()).toEqual([]);
    setHidden(false);
    expect(events.listening()).toHaveLength(1);
  });

  it('reconnects when the network returns, because the old connection may have failed silently', () => {
    const before = last();
    window.dispatchEvent(new Event('online'));
    expect(before.readyState).toBe(2);
    expect(events.listening()).toHaveLength(1);
  });

  it('receives no more events after it has unsubscribed, not even a refusal', () => {
    stop();
    last().break(true);
    setHidden(false);
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual([]);
    expect(events.streams()).toHaveLength(1);
  });
});
