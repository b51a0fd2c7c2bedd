import { describe, expect, it } from 'vitest';
import { SCAN_FORMATS, type ScanFormat } from '../decode-protocol.ts';
import { emptyTable } from '../testing/pictures.ts';
import type { Engine, EngineReading, Engines } from './engine.ts';
import { BLURRED_ENGINE } from './guards.ts';
import { IDLE } from './idle.ts';
import { FURTHER_ATTEMPTS, LAST_ATTEMPTS, STILL_ATTEMPTS } from './read-attempts.ts';
import { createReader } from './reader.ts';

type Attempted = { readonly by: string; readonly formats: readonly ScanFormat[]; readonly side: number };

/** Two engines that record every attempt, and return the given results. */
function scripted(read: (attempt: Attempted, index: number) => readonly Partial<EngineReading>[] = () => []) {
  const attempts: Attempted[] = [];
  const engine = (name: string): Engine => ({
    name,
    formats: SCAN_FORMATS,
    read({ width }, formats) {
      const attempt = { by: name, formats, side: width };
      const readings = read(attempt, attempts.length);
      attempts.push(attempt);
      return Promise.resolve(
        readings.map((each) => ({ text: '1000000050', format: 'Code128', outline: [], firm: true, ...each })),
      );
    },
  });
  const engines: Engines = { native: null, main: engine('main'), second: engine('second'), blurred: null };
  return { engines, attempts };
}

function blurredEngine(readings: readonly EngineReading[]): Engine {
  return { name: BLURRED_ENGINE, formats: ['EAN13', 'UPCA'], read: () => Promise.resolve(readings) };
}

const table = emptyTable(320);
/** The browser's own engine and that for blurred bars are not there. */
const ALL = STILL_ATTEMPTS.filter(({ engine }) => engine === 'main' || engine === 'second').length;
const ALL_AND_LAST = ALL + LAST_ATTEMPTS.length;

describe('attempts at a still picture', () => {
  it('makes all attempts if nothing is read, however slow the machine is', async () => {
    const { engines, attempts } = scripted();
    let ms = 0;
    const slow = createReader(engines, true, () => (ms += 5_000));
    expect(await slow.still(table, SCAN_FORMATS)).toEqual([]);
    expect(attempts).toHaveLength(ALL_AND_LAST);
  });

  it('starts with the full and half size, and then makes attempts that need confirmation', async () => {
    const { engines, attempts } = scripted();
    await createReader(engines, true).still(table, SCAN_FORMATS);
    expect(attempts.slice(0, 4).map(({ by, side }) => [by, side])).toEqual([
      ['main', 320],
      ['main', 160],
      ['second', 160],
      ['second', 320],
    ]);
    expect(attempts.slice(ALL - 3, ALL).map(({ by, side }) => [by, side])).toEqual([
      ['second', 240],
      ['second', 320],
      ['main', 320],
    ]);
  });

  it('ends with the attempt that proves a code', async () => {
    const { engines, attempts } = scripted(({ by }) => (by === 'second' ? [{}] : []));
    expect(await createReader(engines, true).still(table, SCAN_FORMATS)).toMatchObject([{ text: '1000000050' }]);
    expect(attempts).toHaveLength(4 + FURTHER_ATTEMPTS.length);
  });

  it('makes a few more attempts after an unconfirmed firm reading, and then accepts it', async () => {
    const { engines, attempts } = scripted((_, index) => (index === 0 ? [{}] : []));
    expect(await createReader(engines, true).still(table, SCAN_FORMATS)).toMatchObject([{ text: '1000000050' }]);
    expect(attempts.length).toBeLessThan(ALL);
  });

  it.each(['main', 'second'])('accepts no bars with a weak check digit that only the %s engine reads', async (name) => {
    const ean = { text: '8083882038868', format: 'EAN13' } as const;
    const { engines } = scripted(({ by }) => (by === name ? [ean] : []));
    const reader = createReader(engines, true);
    expect(await reader.still(table, SCAN_FORMATS)).toEqual([]);
    for (let turn = 0; turn < 12; turn++)
      for (const { sure } of await reader.frame(table, SCAN_FORMATS, turn)) expect(sure).toBe(false);
  });

  it('accepts weak bars of one engine that the reader for blurred bars confirms, and none that it contradicts', async () => {
    const ean = { text: '8023222032262', format: 'EAN13' } as const;
    const { engines } = scripted(({ by }) => (by === 'second' ? [ean] : []));
    const reading = (text: string) => ({ text, format: 'EAN13', outline: [], firm: true }) as const;
    const withBlurred = (...texts: string[]) =>
      createReader({ ...engines, blurred: blurredEngine(texts.map(reading)) }, true).still(table, SCAN_FORMATS);
    expect(await withBlurred()).toEqual([]);
    expect(await withBlurred('8023222032262')).toMatchObject([{ text: '8023222032262', sure: true }]);
    expect(await withBlurred('8083882038868')).toEqual([]);
  });

  it('asks the reader for blurred bars about the next frame of a film if one engine alone read weak bars', async () => {
    const ean = { text: '8023222032262', format: 'EAN13', outline: [], firm: true } as const;
    const { engines } = scripted(({ by }) => (by === 'second' ? [ean] : []));
    const reader = createReader({ ...engines, blurred: blurredEngine([ean]) }, true);
    expect(await reader.frame(table, SCAN_FORMATS, 1)).toMatchObject([{ engines: ['second'] }]);
    expect(await reader.frame(table, SCAN_FORMATS, 2)).toMatchObject([{ engines: ['second', 'blurred-bars'] }]);
  });

  it('does not accept readings of the equalised picture alone', async () => {
    const { engines } = scripted((_, index) =>
      index === ALL - 2 || index === ALL - 1 ? [{ text: `100000005${index}` }] : [],
    );
    expect(await createReader(engines, true).still(table, SCAN_FORMATS)).toEqual([]);
    const last = scripted((_, index) => (index === ALL - 1 ? [{}] : []));
    expect(await createReader(last.engines, true).still(table, SCAN_FORMATS)).toEqual([]);
  });

  it('accepts readings of both engines in the last attempts, and not those of one alone', async () => {
    const { engines, attempts } = scripted((_, index) => (index >= ALL ? [{}] : []));
    expect(await createReader(engines, true).still(table, SCAN_FORMATS)).toMatchObject([{ text: '1000000050' }]);
    expect(attempts).toHaveLength(ALL_AND_LAST + FURTHER_ATTEMPTS.length);
    const lonely = scripted(({ by }, index) => (by === 'main' && index >= ALL ? [{}] : []));
    expect(await createReader(lonely.engines, true).still(table, SCAN_FORMATS)).toEqual([]);
  });

  it('makes all attempts if readings contradict each other, and accepts none', async () => {
    const { engines, attempts } = scripted((_, index) => (index < 2 ? [{ text: `100000005${index}` }] : []));
    expect(await createReader(engines, true).still(table, SCAN_FORMATS)).toEqual([]);
    expect(attempts.length).toBeGreaterThan(ALL - 3);
  });
});

describe('attempts at a film', () => {
  it('slow down while nothing moves, and every kind still gets its turn', async () => {
    const { engines, attempts } = scripted();
    let ms = 0;
    const reader = createReader(engines, true, () => ms);
    const show = async (frames: number) => {
      attempts.length = 0;
      for (let frame = 0; frame < frames; frame++, ms += 33) await reader.frame(table, SCAN_FORMATS, turn++);
      return attempts.filter(({ by, side }) => by === 'main' && side <= 320).length;
    };
    let turn = 0;
    expect(await show(IDLE.attempts)).toBeGreaterThanOrEqual(IDLE.attempts);
    expect(await show(480)).toBeLessThan(90);
    expect(new Set(attempts.map(({ side }) => side))).toEqual(new Set([320, 213, 240, 160, 640]));
  });
});
