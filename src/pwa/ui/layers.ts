import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/**
 * The effect of a scan on something that covers the page: it closes, blocks the scan until the user
 * has decided, or is unaffected.
 */
export type OnScan = 'closes' | 'waits' | 'passes';

interface Layer {
  readonly close: () => void;
  readonly onScan: OnScan;
  readonly onHeld: () => void;
}

/** The layers over the page, the uppermost last. */
const layers: Layer[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const isPageCovered = () => layers.some(({ onScan }) => onScan !== 'passes');

/** True while a dialog covers the page. The camera waits: it also reads codes by chance. */
export function useIsPageCovered(): boolean {
  return useSyncExternalStore(subscribe, isPageCovered);
}

/**
 * Returns true if the result of a scan would be visible. Layers that can close do so; a layer with
 * a decision stays, and shows a message.
 */
export function closeLayersForScan(): boolean {
  const held = layers.findLast(({ onScan }) => onScan === 'waits');
  held?.onHeld();
  if (held !== undefined) return false;
  for (const layer of layers.toReversed()) if (layer.onScan === 'closes') layer.close();
  return true;
}

/**
 * Back, of a browser or a phone, closes the uppermost layer. It leaves the page only if no layer is
 * open. Since navigation in the history cannot be prevented, the page adds one more entry of
 * itself, and returns to it after each Back that closed a layer.
 */
const TOP = 'tillside-top';
const isTop = (state: unknown): boolean => typeof state === 'object' && state !== null && TOP in state;
const current = () => ({ isTop: isTop(history.state), href: location.href });
let last = current();
window.addEventListener('popstate', onPop);

function onPop(): void {
  const hasLeftTop = last.isTop && !isTop(history.state) && last.href === location.href;
  last = current();
  if (!hasLeftTop) return;
  const layer = layers.at(-1);
  if (layer === undefined) return history.back();
  layer.close();
  history.forward();
}

function open(layer: Layer): () => void {
  layers.push(layer);
  for (const listener of listeners) listener();
  if (!isTop(history.state)) history.pushState({ [TOP]: true }, '');
  last = current();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    for (const listener of listeners) listener();
  };
}

interface LayerOptions {
  readonly isOpen: boolean;
  /** Handles Back. A layer that cannot close now ignores it, so that the page stays. */
  readonly close: () => void;
  readonly onScan: OnScan;
  readonly onHeld?: () => void;
}

/** Registers a layer over the page while `isOpen`. */
export function useLayer({ isOpen, onScan, ...acts }: LayerOptions): void {
  const close = useEffectEvent(acts.close);
  const onHeld = useEffectEvent(() => acts.onHeld?.());
  useEffect(() => {
    if (!isOpen) return undefined;
    return open({ close: () => close(), onScan, onHeld: () => onHeld() });
  }, [isOpen, onScan]);
}
