import type { Tone } from '../../contract/redemption/states.ts';
import { CUE_DELAY_MAX_MS } from './limits.ts';

/** `read`: a code was read. The others are answers; no two sound or feel alike. */
export type Cue = 'read' | Tone;

interface Beep {
  readonly hz: number;
  readonly startMs: number;
  readonly lengthMs: number;
}

const beeps = (wave: OscillatorType, ...steps: [hz: number, startMs: number, lengthMs: number][]) => ({
  wave,
  beeps: steps.map(([hz, startMs, lengthMs]): Beep => ({ hz, startMs, lengthMs })),
});

const SOUNDS = {
  read: beeps('square', [2_000, 0, 25]),
  done: beeps('sine', [660, 0, 110], [990, 110, 220]),
  attention: beeps('triangle', [590, 0, 120], [590, 190, 120]),
  refused: beeps('sawtooth', [330, 0, 160], [208, 160, 320]),
  unknown: beeps('triangle', [440, 0, 130], [523, 130, 130], [440, 260, 130], [523, 390, 180]),
} as const satisfies Record<Cue, { wave: OscillatorType; beeps: readonly Beep[] }>;

/** Milliseconds on, off, on, … */
const VIBRATIONS = {
  read: [15],
  done: [80],
  attention: [60, 80, 60],
  refused: [220, 80, 220],
  unknown: [60, 60, 60, 60, 160],
} as const satisfies Record<Cue, readonly number[]>;

const QUIET_KEY = 'tillside.quiet';

export function isQuiet(): boolean {
  return localStorage.getItem(QUIET_KEY) === 'yes';
}

export function setQuiet(quiet: boolean): void {
  localStorage.setItem(QUIET_KEY, quiet ? 'yes' : 'no');
}

let context: AudioContext | undefined;

/** Events in which browsers allow sound. */
const GESTURES = ['pointerdown', 'touchend', 'keydown'] as const;

/**
 * Resumes sound at each touch and key: phones suspend it while the screen is locked or during a
 * call, and then allow it only in a gesture.
 * @returns a function that stops
 */
export function resumeSoundOnInput(document: Document): () => void {
  const wake = () => {
    if (context !== undefined) void isAwake(context);
  };
  for (const gesture of GESTURES) document.addEventListener(gesture, wake, { capture: true, passive: true });
  return () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, wake, { capture: true });
  };
}

/** Resumes suspended sound; false if the browser needs a gesture first. */
async function isAwake(audio: AudioContext): Promise<boolean> {
  if (audio.state === 'running') return true;
  return audio.resume().then(
    () => true,
    () => false,
  );
}

/**
 * Plays a sound and vibrates.
 *
 * Browsers stay silent before the first touch of the page, which signing in provides.
 */
export function cue(name: Cue): void {
  if (isQuiet()) return;
  navigator.vibrate?.([...VIBRATIONS[name]]);
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'running') play(context, name);
  else void playOnceAwake(context, name);
}

async function playOnceAwake(audio: AudioContext, name: Cue): Promise<void> {
  const requestedAt = performance.now();
  if ((await isAwake(audio)) && performance.now() - requestedAt <= CUE_DELAY_MAX_MS) play(audio, name);
}

function play(audio: AudioContext, name: Cue): void {
  const { currentTime, destination } = audio;
  const { wave, beeps: steps } = SOUNDS[name];
  for (const { hz, startMs, lengthMs } of steps) {
    const oscillator = new OscillatorNode(audio, { type: wave, frequency: hz });
    const start = currentTime + startMs / 1_000;
    const end = start + lengthMs / 1_000;
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0.16, start);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    oscillator.connect(gain).connect(destination);
    oscillator.start(start);
    oscillator.stop(end);
  }
}
