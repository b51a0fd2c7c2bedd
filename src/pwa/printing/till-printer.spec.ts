import { describe, expect, it, vi } from 'vitest';
import { type Call, NoAnswer } from '../api/client.ts';
import type { PrinterPort } from '../scan/printer-port.ts';
import { fakePort } from '../testing/fake-port.ts';
import { createTillPrinter } from './till-printer.ts';

const KEPT: PrinterPort = { printerId: 'counter', baudRate: 9_600, vendor: 0x04b8, product: 0x0202 };
type Said = readonly [name: string, id: string | undefined, body?: unknown];

/** A server with papers that wait, and what the till said to it. */
function rig(port: ReturnType<typeof fakePort> | null, options: { kept?: PrinterPort | null; refuse?: (said: Said) => Error | null } = {}) {
  const waiting = [
    { id: 'first', bytes: btoa('first paper') },
    { id: 'second', bytes: btoa('second paper') },
  ];
  const said: Said[] = [];
  const call = ((name: string, { params, body }: { params?: { id?: string }; body?: unknown }) => {
    const one: Said = body === undefined ? [name, params?.id] : [name, params?.id, body];
    said.push(one);
    const error = options.refuse?.(one) ?? null;
    if (error !== null) return Promise.reject(error);
    if (name === 'beginPaper') waiting.shift();
    return Promise.resolve(name === 'nextPaper' ? { paper: waiting[0] ?? null } : undefined);
  }) as unknown as Call;
  const sleepers: (() => void)[] = [];
  const { kept = KEPT } = options;
  const printer = createTillPrinter({
    call,
    printerId: 'counter',
    kept: () => kept,
    sleep: () => new Promise((wake) => sleepers.push(wake)),
    ports: () => Promise.resolve(port === null ? [] : [port]),
  });
  const text = () => String.fromCharCode(...(port?.heard() ?? []));
  const pass = () => sleepers.splice(0).forEach((wake) => wake());
  return { printer, said, text, pass, ended: () => said.filter(([name]) => name === 'endPaper') };
}

describe('a till with a printer at its port', () => {
  it('sends what waits, one paper after the other, each begun before its first byte and ended after its last', async () => {
    const { printer, said, text } = rig(fakePort());
    printer.nudge();
    await vi.waitFor(() => expect(said.filter(([name]) => name === 'nextPaper')).toHaveLength(3));
    expect(text()).toBe('first papersecond paper');
    expect(said.slice(0, 4)).toEqual([
      ['nextPaper', 'counter'],
      ['portState', 'counter', { state: 'ready' }],
      ['beginPaper', 'first'],
      ['endPaper', 'first', { outcome: 'printed' }],
    ]);
  });

  it.each([
    ['is unplugged', null, KEPT],
    ['was chosen for another printer', fakePort(), { ...KEPT, printerId: 'bar' }],
    ['is one of another make', fakePort(), { ...KEPT, product: 1 }],
    ['was never chosen here', fakePort(), null],
  ])('whose port %s begins nothing, and says that it is not reached', async (_why, port, kept) => {
    const { printer, said, pass } = rig(port, { kept });
    printer.nudge();
    await vi.waitFor(() =>
      expect(said).toEqual([
        ['nextPaper', 'counter'],
        ['portState', 'counter', { state: 'unreachable' }],
      ]),
    );
    pass();
    await vi.waitFor(() => expect(said).toHaveLength(4));
  });

  it('sends not one byte of a paper that somebody took back meanwhile', async () => {
    const { printer, said, text } = rig(fakePort(), { refuse: ([name]) => (name === 'beginPaper' ? new Error('moved') : null) });
    printer.nudge();
    await vi.waitFor(() => expect(said.map(([name]) => name)).toEqual(['nextPaper', 'portState', 'beginPaper']));
    expect(text()).toBe('');
  });

  it('says that a paper was cut off, and sends it not again by itself', async () => {
    const { printer, ended, said } = rig(fakePort({ write: () => Promise.reject(new DOMException('lost', 'NetworkError')) }));
    printer.nudge();
    await vi.waitFor(() => expect(ended()[0]).toEqual(['endPaper', 'first', { outcome: 'cut-off' }]));
    expect(said.filter(([name, id]) => name === 'beginPaper' && id === 'first')).toHaveLength(1);
  });

  it('tells an end again that did not arrive', async () => {
    let lost = 2;
    const refuse = ([name]: Said) => {
      lost -= name === 'endPaper' ? 1 : 0;
      return name === 'endPaper' && lost >= 0 ? new NoAnswer() : null;
    };
    const { printer, ended, pass } = rig(fakePort(), { refuse });
    printer.nudge();
    const ofFirst = () => ended().filter(([, id]) => id === 'first');
    for (let tries = 1; tries <= 3; tries += 1) {
      await vi.waitFor(() => expect(ofFirst()).toHaveLength(tries));
      await new Promise((resolve) => setTimeout(resolve));
      pass();
    }
    await vi.waitFor(() => expect(ended().at(-1)?.[1]).toBe('second'));
    expect(ofFirst()).toEqual(Array.from({ length: 3 }, () => ['endPaper', 'first', { outcome: 'printed' }]));
  });

  it('stops between two papers', async () => {
    const { printer, said } = rig(fakePort());
    printer.nudge();
    await printer.stop();
    const before = said.length;
    printer.nudge();
    expect(said).toHaveLength(before);
    expect(said.at(-1)).toEqual(['endPaper', 'first', { outcome: 'printed' }]);
  });
});
