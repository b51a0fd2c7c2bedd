import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endWedge, pressWedgeKey, WEDGE, type WedgeKey, type WedgeStep, wedgeIdle } from './wedge.ts';

/**
 * Keys at a steady pace; `Enter` and other named keys are given in braces, those held with Ctrl
 * after a circumflex: `1234{^j}`.
 */
function keys(text: string, gapMs: number, from = 1_000): WedgeKey[] {
  const names = text.match(/\{\^?[^}]+\}|./gsu) ?? [];
  return names.map((name, index) => {
    const control = name.startsWith('{^');
    return { key: name.replace(/^\{\^?([^}]+)\}$/, '$1'), at: from + index * gapMs, special: control, control };
  });
}

/**
 * Presses all keys, then waits in silence; gives everything that came out. After as many keys as
 * `silentAfter` names, a stalled page takes the keys that it has not seen yet for silence.
 */
function play(
  pressed: readonly WedgeKey[],
  silentAfter: readonly number[] = [],
): { scans: string[]; typed: string; fates: WedgeStep['key'][] } {
  let state = wedgeIdle;
  const judged: WedgeStep[] = [];
  const take = (step: WedgeStep) => {
    state = step.state;
    judged.push(step);
    return step;
  };
  const steps = pressed.map((key, index) => {
    const step = take(pressWedgeKey(state, key));
    if (silentAfter.includes(index + 1)) take(endWedge(state));
    return step;
  });
  const all = [...judged, endWedge(state)];
  return {
    scans: all.flatMap((step) => step.scan ?? []),
    typed: all.reduce(
      (typed, step) => (typed + step.released.join('')).replace(new RegExp(`${step.takeBack}$`), ''),
      '',
    ),
    fates: steps.map((step) => step.key),
  };
}

describe('distinguishing a keyboard scanner from a person', () => {
  it('treats fast characters with Enter as one scan, and the Enter does not press a button', () => {
    const { scans, typed, fates } = play(keys('AB123456789{Enter}', 8));
    expect(scans).toEqual(['AB123456789']);
    expect(typed).toBe('');
    expect(fates.at(-1)).toBe('swallow');
    expect(fates.slice(0, -1).every((fate) => fate === 'hold')).toBe(true);
  });

  it('accepts Tab as a suffix', () => {
    expect(play(keys('1234567890{Tab}', 8)).scans).toEqual(['1234567890']);
  });

  it.each(['{Control}{^j}', '{Control}{^J}', '{Control}{^m}', '{Control}{^i}', '{Control}{^c}', '{ArrowDown}', '{F8}'])(
    'accepts %s as a suffix, even from a slow scanner, without pressing anything',
    (suffix) => {
      for (const gapMs of [8, 55])
        expect(play(keys(`1234567890${suffix}AB123456789${suffix}`, gapMs))).toMatchObject({
          scans: ['1234567890', 'AB123456789'],
          typed: '',
        });
      expect(play(keys(`1234567890${suffix}`, 8)).fates.at(-1)).toBe('swallow');
    },
  );

  it('accepts carriage return and line feed together as one suffix, in either order', () => {
    for (const suffix of ['{Enter}{Control}{^j}', '{Control}{^j}{Enter}'])
      expect(play(keys(`1234567890${suffix}`, 8))).toMatchObject({ scans: ['1234567890'], typed: '' });
    expect(play(keys('1234567890{Enter}{Control}{^j}', 8)).fates.at(-1)).toBe('swallow');
  });

  it('removes a control character before a code and a separator inside it', () => {
    expect(play(keys('{Control}{^b}12345678{Control}{^]}90{Enter}', 8))).toMatchObject({
      scans: ['1234567890'],
      typed: '',
    });
  });

  it('accepts a long code without a suffix from a slow scanner', () => {
    expect(play(keys('1234567890', 45))).toMatchObject({ scans: ['1234567890'], typed: '' });
  });

  it('accepts a short code of digits without a suffix from a slow scanner', () => {
    expect(play(keys('100005', 55))).toMatchObject({ scans: ['100005'], typed: '' });
  });

  it('removes the second Enter of scanners that send two, and no later Enter', () => {
    expect(play(keys('1234567890{Enter}{Enter}', 8)).fates.slice(-2)).toEqual(['swallow', 'swallow']);
    const later = { key: 'Enter', at: 1_000 + 10 * 8 + WEDGE.gapMsMax + 1, special: false };
    expect(play([...keys('1234567890{Enter}', 8), later]).fates.slice(-2)).toEqual(['swallow', 'pass']);
  });

  it('returns the intended code, whatever the keyboard layout', () => {
    const us = keys('1234567890{Enter}', 8).map((pressed, index) => {
      const character = '&é"\'(-è_çà'[index];
      return character
        ? { ...pressed, key: character, traits: { us: pressed.key, shift: false, capsLock: false } }
        : pressed;
    });
    expect(play(us).scans).toEqual(['1234567890']);
  });

  it('accepts a scan without a suffix once a pause follows', () => {
    expect(play(keys('1234567890', 12)).scans).toEqual(['1234567890']);
  });

  it('reads a slow Bluetooth scanner by its Enter', () => {
    expect(play(keys('1234567890{Enter}', 55)).scans).toEqual(['1234567890']);
  });

  it('ignores the Shift that a scanner presses for capitals', () => {
    expect(play(keys('{Shift}AB{Shift}CD12345{Enter}', 8)).scans).toEqual(['ABCD12345']);
  });

  it('does not treat fast typing as a scan, and its Enter stays an Enter', () => {
    const { scans, typed, fates } = play(keys('1234567890{Enter}', 95));
    expect(scans).toEqual([]);
    expect(typed).toBe('1234567890');
    expect(fates.at(-1)).toBe('pass');
  });

  it('does not treat a burst of rolled keys without a suffix as a scan', () => {
    expect(play(keys('asdfjkl', 45))).toMatchObject({ scans: [], typed: 'asdfjkl' });
  });

  it('does not treat a short burst as a scan', () => {
    expect(play(keys('12345{Enter}', 5))).toMatchObject({ scans: [], typed: '12345' });
  });

  it('restores digits typed just before a scan, and accepts the scan', () => {
    const typed = keys('80', 140);
    const scanned = keys('1234567890{Enter}', 8, 1_000 + 140 + WEDGE.stutterMsMax + 1);
    expect(play([...typed, ...scanned])).toMatchObject({ scans: ['1234567890'], typed: '80' });
  });

  it('joins the parts of an interrupted scan, so that half a code is never accepted as a whole one', () => {
    const stuttered = (at: number, gapMs: number) => {
      const pressed = keys('1234567890{Enter}', 8);
      return pressed.map((key, index) => (index < at ? key : { ...key, at: key.at + gapMs }));
    };
    for (const at of [1, 2, 5, 8, 9, 10]) {
      expect(play(stuttered(at, 250)), `after ${at}`).toMatchObject({ scans: ['1234567890'], typed: '' });
    }
  });

  it('joins a scan that a slow page has received in several parts', () => {
    for (const parts of [[3], [3, 4], [1, 2, 3], [2, 5, 8], [3, 4, 10]]) {
      expect(play(keys('1234567890{Enter}', 8), parts), `after ${parts.join(', ')}`).toMatchObject({
        scans: ['1234567890'],
        typed: '',
      });
    }
    expect(play(keys('1234567890{Enter}', 8), [10]).fates.at(-1), 'its Enter presses nothing').toBe('swallow');
    expect(play(keys('1234567890', 8), [4])).toMatchObject({ scans: ['1234567890'], typed: '' });
  });

  it('separates two scans that follow each other', () => {
    expect(play([...keys('1234567890{Enter}', 8), ...keys('AB123456789{Enter}', 8, 1_400)]).scans).toEqual([
      '1234567890',
      'AB123456789',
    ]);
    expect(play([...keys('1234567890', 8), ...keys('AB123456789', 8, 1_400)]).scans).toEqual([
      '1234567890',
      'AB123456789',
    ]);
  });

  it('passes a lone space or Enter on to the focused element', () => {
    expect(play(keys('{Enter}', 8)).fates).toEqual(['pass']);
    expect(play(keys(' ', 8)).fates).toEqual(['pass']);
  });

  it('keeps a space inside a scan, where it must not press a button', () => {
    expect(play(keys('1234 567890{Enter}', 8))).toMatchObject({ scans: ['1234 567890'] });
  });

  it('ignores shortcuts and keys that are held down', () => {
    const held = keys('1111111111{Enter}', 30).map((key, index) => ({ ...key, special: index > 0 && key.key === '1' }));
    expect(play(held).scans).toEqual([]);
  });

  it('never loses or invents a character, however keys arrive', () => {
    const key = fc.record({
      key: fc.constantFrom('1', 'a', 'Z', 'Enter', 'Tab', 'Shift', 'Backspace'),
      gap: fc.integer({ min: 0, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(key), (presses) => {
        let at = 0;
        const pressed = presses.map(({ key: name, gap }) => ({ key: name, at: (at += gap), special: false }));
        const { scans, typed } = play(pressed);
        const characters = pressed.filter((press) => press.key.length === 1).map((press) => press.key);
        expect([...scans.join(''), ...typed].sort()).toEqual(characters.sort());
      }),
    );
  });
});
