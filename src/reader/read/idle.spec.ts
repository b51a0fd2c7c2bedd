import { describe, expect, it } from 'vitest';
import { qrShape } from '../../pwa/ui/qr-shape.ts';
import { emptyTable, pictureOf } from '../testing/pictures.ts';
import { createIdleDetector, IDLE } from './idle.ts';
import { cropped, type Luma } from './luma.ts';

const FRAME_MS = 33;

/** A picture as a sensor with noise sees it, each time another one. */
function grained({ values, width, height }: Luma, frame: number): Luma {
  let state = frame + 1;
  const noise = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state >>> 24) - 128) / 10;
  };
  return { values: values.map((value) => value + noise()), width, height };
}

/** Shows pictures, 30 a second, to what finds nothing in them; gives the times of the attempts. */
function attemptsAt(picture: (frame: number) => Luma, frames: number, isFound = false): number[] {
  const rest = createIdleDetector();
  const attempts: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const at = frame * FRAME_MS;
    if (!rest.isOver(picture(frame), at)) continue;
    rest.attemptEnded(isFound, at);
    attempts.push(at);
  }
  return attempts;
}

const table = emptyTable(320);
const card = pictureOf(qrShape('1000000050'), { side: 320, scale: 2 });

describe('reading while nothing moves', () => {
  it('examines every picture until all kinds of passes were tried, then three times a second', () => {
    const attempts = attemptsAt(() => table, 300);
    expect(attempts.slice(0, IDLE.attempts)).toEqual(
      Array.from({ length: IDLE.attempts }, (_, frame) => frame * FRAME_MS),
    );
    const gaps = attempts.slice(IDLE.attempts).map((at, index) => at - (attempts[IDLE.attempts + index - 1] ?? 0));
    expect(gaps.length).toBeGreaterThan(20);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(IDLE.restMs);
    expect(Math.max(...gaps)).toBeLessThan(IDLE.restMs + 2 * FRAME_MS);
  });

  it('slows down despite a sensor’s noise in every picture', () => {
    const pictures = [0, 1, 2].map((frame) => grained(emptyTable(), frame));
    expect(attemptsAt((frame) => pictures[frame % 3] ?? table, 90).length).toBeLessThan(IDLE.attempts + 12);
  });

  it('slows down despite a flickering lamp, and examines at once when a small code appears', () => {
    const flicker = (frame: number) => {
      const { values, ...size } = frame < 400 ? table : card;
      return { values: values.map((value) => value + (frame % 2 === 0 ? 6 : -6)), ...size };
    };
    const attempts = attemptsAt(flicker, 410);
    expect(attempts.filter((at) => at < 400 * FRAME_MS).length).toBeLessThan(
      IDLE.smallChangeAttempts + IDLE.attempts + 36,
    );
    expect(attempts.filter((at) => at >= 400 * FRAME_MS)).toHaveLength(10);
  });

  it('slows down despite a trembling hand', () => {
    const pictures = [0, 2, 4, 2].map((x) => cropped(card, x, 0, 316, 320));
    expect(attemptsAt((frame) => pictures[frame % 4] ?? table, 300).length).toBeLessThan(
      IDLE.smallChangeAttempts + IDLE.attempts + 24,
    );
  });

  it('examines at once when a small code appears, and every picture from then on', () => {
    const comes = 200;
    const attempts = attemptsAt((frame) => (frame < comes ? table : card), comes + 10);
    expect(attempts.filter((at) => at >= comes * FRAME_MS)).toHaveLength(10);
  });

  it('examines at once when something moves by a few pixels', () => {
    const rest = createIdleDetector();
    for (let frame = 0; frame < IDLE.attempts; frame++) if (rest.isOver(card, 0)) rest.attemptEnded(false, 0);
    expect(rest.isOver(card, 1)).toBe(false);
    expect(rest.isOver(pictureOf(qrShape('1000000050'), { side: 320, scale: 2, degrees: 8 }), 1)).toBe(true);
  });

  it('does not slow down while a code is in view', () => {
    expect(attemptsAt(() => card, 200, true)).toHaveLength(200);
  });

  it('examines at once when the pictures have another size', () => {
    const rest = createIdleDetector();
    for (let frame = 0; frame < IDLE.attempts; frame++) if (rest.isOver(table, 0)) rest.attemptEnded(false, 0);
    expect(rest.isOver(emptyTable(40), 1)).toBe(true);
  });
});
