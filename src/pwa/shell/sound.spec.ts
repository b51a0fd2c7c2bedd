import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cue, resumeSoundOnInput } from './sound.ts';

/** Audio as a phone has it: it can be suspended at any time, and resumed in a gesture only. */
class PhoneAudio {
  static made: PhoneAudio[] = [];
  state: AudioContextState = 'running';
  inGesture = true;
  currentTime = 0;
  destination = {};
  constructor() {
    PhoneAudio.made.push(this);
  }
  resume(): Promise<void> {
    if (!this.inGesture) return Promise.reject(new DOMException('Not in a gesture', 'NotAllowedError'));
    this.state = 'running';
    return Promise.resolve();
  }
}

let started: number;
class Node {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  connect = (next: unknown) => next;
  start = () => {
    started += 1;
  };
  stop = () => undefined;
}

let stop: () => void;
beforeEach(() => {
  started = 0;
  vi.stubGlobal('AudioContext', PhoneAudio);
  vi.stubGlobal('OscillatorNode', Node);
  vi.stubGlobal('GainNode', Node);
  stop = resumeSoundOnInput(document);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

async function sounded(): Promise<boolean> {
  const before = started;
  cue('done');
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  return started > before;
}

describe('the sounds of a till on a phone', () => {
  it.each(['pointerdown', 'touchend', 'keydown'])(
    'play again after a call or a lock with the next %s',
    async (gesture) => {
      expect(await sounded()).toBe(true);
      const audio = PhoneAudio.made[0];
      if (audio === undefined) throw new Error('no audio was made');
      Object.assign(audio, { state: 'interrupted', inGesture: false });
      expect(await sounded(), 'the phone does not allow it yet').toBe(false);
      audio.inGesture = true;
      document.dispatchEvent(new Event(gesture));
      audio.inGesture = false;
      expect(await sounded()).toBe(true);
    },
  );

  it('play again with the next cue if the browser allows it', async () => {
    expect(await sounded()).toBe(true);
    Object.assign(PhoneAudio.made[0] ?? {}, { state: 'suspended', inGesture: true });
    expect(await sounded()).toBe(true);
  });
});
