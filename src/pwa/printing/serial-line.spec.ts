import { describe, expect, it, vi } from 'vitest';
import { fakePort } from '../testing/fake-port.ts';
import { openLine } from './serial-line.ts';

const PAPER = Uint8Array.from({ length: 5_000 }, (_, at) => at % 251);
/** A minute that passes when the story says so. */
function minutes() {
  const sleepers: (() => void)[] = [];
  return { sleep: () => new Promise<void>((wake) => sleepers.push(wake)), pass: () => sleepers.forEach((wake) => wake()) };
}
const never = () => new Promise<void>(() => undefined);

describe('a line to a printer at a port', () => {
  it('takes a whole paper, byte for byte, and is closed after it', async () => {
    const port = fakePort();
    const line = await openLine({ port, baudRate: 19_200, sleep: never });
    expect(await line?.send(PAPER)).toBe('printed');
    await line?.close();
    expect(port.heard()).toEqual([...PAPER]);
    expect(port.opened()).toEqual([{ baudRate: 19_200, bufferSize: 1_024 }]);
    expect(port.writable).toBe(null);
  });

  it('cannot be opened while another program has the port', async () => {
    const port = fakePort({ open: () => Promise.reject(new DOMException('busy', 'NetworkError')) });
    expect(await openLine({ port, baudRate: 9_600, sleep: never })).toBe(null);
  });

  it('that takes no more is given up after a minute: nobody knows what came out', async () => {
    const { sleep, pass } = minutes();
    const port = fakePort({ write: (bytes) => (bytes > 2_000 ? never() : Promise.resolve()) });
    const line = await openLine({ port, baudRate: 9_600, sleep });
    const sent = line?.send(PAPER);
    await vi.waitFor(() => expect(port.heard().length).toBeGreaterThan(1_000));
    await new Promise((resolve) => setTimeout(resolve));
    pass();
    expect(await sent).toBe('silent');
    expect(port.heard().length).toBeLessThan(PAPER.length);
  });

  it('that is pulled out in the middle is cut off', async () => {
    const port = fakePort({
      write: (bytes) => (bytes > 2_000 ? Promise.reject(new DOMException('lost', 'NetworkError')) : Promise.resolve()),
    });
    const line = await openLine({ port, baudRate: 9_600, sleep: never });
    expect(await line?.send(PAPER)).toBe('cut-off');
  });
});
