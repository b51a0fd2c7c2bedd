import { usCharacter } from './layout.ts';
import { TIMER_SLACK_MS } from './limits.ts';
import type { ScanEvent, ScanSource } from './scan-event.ts';
import { readKeys, readScannerSetting } from './scanner-setting.ts';
import {
  endWedge,
  patienceMs,
  pressWedgeKey,
  WEDGE,
  type WedgeKey,
  type WedgeManner,
  type WedgeStep,
  wedgeIdle,
} from './wedge.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const UNTYPED_INPUTS: readonly string[] = [
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
];

/**
 * Fields that send their value with the last digit, and PINs, which an Enter may send: not even the
 * beginning of a scan must reach them.
 */
const ACTS_ON_LAST_DIGIT = 'input[type=password], input[data-acts-on-last-digit]';

/** The name of every key that an input method takes. */
const INPUT_METHOD = 'Process';
/** Names of the keys that type a control character. */
const CONTROL_KEYS: Readonly<Record<string, string>> = { '\r': 'Enter', '\n': 'Enter', '\t': 'Tab' };

/**
 * Listens for scans on a document before all other listeners: keyboard-wedge scanners anywhere, and
 * codes pasted outside fields.
 *
 * Outside fields, and in fields that act on their last digit, keys are held until it is clear if
 * they are a scan (100 ms for typed input). Typed keys are then dispatched again. In other fields
 * they are entered at once, and a scan is removed again. If a page stalled, the beginning of a scan
 * may have been taken for typing: it is then removed from the field where it was entered.
 * @param keep called before keys reach the page; its result restores the page in case they prove to
 * be part of a scan
 * @returns a function that stops listening
 */
export function listenForScans(document: Document, report: (scan: ScanEvent) => void, keep?: SavePage): () => void {
  const manner = mannerOfThisDevice();
  const replayed = new WeakSet<Event>();
  let state = wedgeIdle;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let before: FieldBefore | null = null;
  let page: SavedPage | null = null;
  const readKey = createKeyReader();

  const emit = (text: string, source: ScanSource) => report({ text, source, at: Date.now() });

  function apply(step: WedgeStep): void {
    clearTimeout(silence);
    /* Keys in a field did not change the page, so the stored state belongs to other keys. */
    if (page?.first !== state.earlier[0]) page = null;
    state = step.state;
    if (step.scan !== null) (before ?? fieldOf(document))?.restore(step.takeBack);
    if (step.scan !== null && step.takeBack !== '') page?.restore();
    if (!before) {
      if (step.released.length > 0) page = savedPage(page, step.state.earlier[0], keep);
      for (const key of step.released) dispatchKey(document, key, replayed);
    }
    if (step.scan !== null) emit(step.scan, 'wedge');
    if (state.keys.length > 0) awaitSilence(patienceMs(state, manner) + TIMER_SLACK_MS);
  }

  /** A late timer is not silence: keys pressed meanwhile are handled first. */
  function awaitSilence(ms: number, mayWaitAgain = true): void {
    const due = performance.now() + ms;
    silence = setTimeout(() => {
      const isLate = performance.now() - due > TIMER_SLACK_MS;
      if (isLate && mayWaitAgain) awaitSilence(TIMER_SLACK_MS, false);
      else apply(endWedge(state, manner));
    }, ms);
  }

  function onKey(event: KeyboardEvent): void {
    const key = replayed.has(event) ? null : readKey(event);
    if (key === null) return;
    const step = pressWedgeKey(state, key, manner);
    const focused = focusedField(document);
    const field = focused?.matches(ACTS_ON_LAST_DIGIT) ? null : focused;
    const starts = step.state.keys.length === 1;
    apply(step);
    if (starts) before = field && snapshotField(field);
    if (step.key === 'swallow' || (step.key === 'hold' && !before)) stop(event);
  }

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    if (text === '' || focusedField(document)) return;
    stop(event);
    emit(text, 'paste');
  }

  for (const type of KEY_EVENTS) document.addEventListener(type, onKey, { capture: true });
  document.addEventListener('paste', onPaste, { capture: true });
  return () => {
    apply(endWedge(state, manner));
    for (const type of KEY_EVENTS) document.removeEventListener(type, onKey, { capture: true });
    document.removeEventListener('paste', onPaste, { capture: true });
  };
}

/** The typing behaviour of this device's hand scanner, as measured on the scanner page. */
function mannerOfThisDevice(): WedgeManner {
  const setting = readScannerSetting(localStorage);
  const meanGapMsMaxBare = setting.endsBare ? WEDGE.meanGapMsMax : WEDGE.meanGapMsMaxBare;
  return { meanGapMsMaxBare, read: (keys) => readKeys(keys, setting) };
}

/**
 * True for a key that an input method takes. Outside an active one, no key of a keyboard has these
 * names.
 */
export function isInputMethodKey({ key, isComposing }: KeyboardEvent): boolean {
  return isComposing || key === INPUT_METHOD || key === 'Unidentified';
}

/** The events that {@link createKeyReader} needs. */
export const KEY_EVENTS = ['keydown', 'keyup'] as const;

/**
 * Reads key events as characters. Scanners that suit every keyboard layout type each character as
 * its number, on the number pad with Alt held down.
 * @returns a function; its result is null for an event that completes no key press
 */
export function createKeyReader(): (event: KeyboardEvent) => WedgeKey | null {
  let altDigits = '';
  return (event) => {
    if (event.type === 'keyup') {
      if (event.key !== 'Alt' || altDigits === '') return null;
      const character = String.fromCharCode(Number(altDigits));
      altDigits = '';
      const key = CONTROL_KEYS[character] ?? character;
      return { key, at: event.timeStamp, special: false };
    }
    const digit = event.altKey && !event.ctrlKey ? /^Numpad(\d)$/.exec(event.code)?.[1] : undefined;
    if (digit === undefined) return toWedgeKey(event);
    altDigits += digit;
    return null;
  };
}

function toWedgeKey(event: KeyboardEvent): WedgeKey {
  const us = usCharacter(event.code, event.shiftKey);
  const traits = { us, shift: event.shiftKey, capsLock: event.getModifierState('CapsLock') };
  /* AltGr counts as Ctrl and Alt together, and types characters on many keyboards. */
  const chord = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
  const special = chord || event.metaKey || event.repeat;
  const control = event.ctrlKey && chord && !event.altKey && !event.metaKey && !event.repeat;
  /* An input method hides which key was pressed, but not its place on the keyboard. */
  const key = event.key === INPUT_METHOD ? (us ?? event.code) : event.key;
  return { key, at: event.timeStamp, special, control, traits };
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function focusedField(document: Document): Field | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement) return UNTYPED_INPUTS.includes(focused.type) ? null : focused;
  return focused instanceof HTMLTextAreaElement || focused instanceof HTMLSelectElement ? focused : null;
}

interface FieldBefore {
  /** Restores the field without the beginning of a scan that was taken for typing. */
  restore(takeBack: string): void;
}

/** Called before the page receives keys; the result reverts their effect. */
export type SavePage = () => () => void;

/** The state of the page before the first key that may still prove to be part of a scan. */
interface SavedPage {
  readonly first: WedgeKey;
  restore(): void;
}

function savedPage(known: SavedPage | null, first: WedgeKey | undefined, keep: SavePage | undefined): SavedPage | null {
  if (first === undefined || keep === undefined) return null;
  return known?.first === first ? known : { first, restore: keep() };
}

/**
 * The field that received keys after they were given back to the page: a listener focused it while
 * the next key was already on its way.
 */
function fieldOf(document: Document): FieldBefore | null {
  const field = focusedField(document);
  return field && snapshotField(field);
}

function snapshotField(field: Field): FieldBefore {
  const { value } = field;
  return {
    restore: (takeBack) => {
      /* A field that gets the focus by a letter has missed a sign before it. */
      let end = takeBack;
      while (!value.endsWith(end)) end = end.slice(1);
      setValue(field, value.slice(0, value.length - end.length));
    },
  };
}

/**
 * Sets a value like user input: through the prototype's setter and with an event, so that React
 * notices.
 */
function setValue(field: Field, value: string): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Dispatches a held key again. If a listener focuses a field for it, the character is entered
 * there, as it would have been.
 */
function dispatchKey(document: Document, key: string, replayed: WeakSet<Event>): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  replayed.add(event);
  const target = document.activeElement ?? document.body;
  const field = target.dispatchEvent(event) ? focusedField(document) : null;
  if (!field || field instanceof HTMLSelectElement) return;
  const isFull = field.maxLength >= 0 && field.value.length >= field.maxLength;
  if (!isFull) setValue(field, `${field.value}${key}`);
}
