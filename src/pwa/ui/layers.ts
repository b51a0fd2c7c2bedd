import { useEffect, useEffectEvent } from 'react';

/**
 * What a scan does to something that lies over the page: closes it, waits until a person has
 * decided, or passes by.
 */
export type OnScan = 'closes' | 'waits' | 'passes';

interface Layer {
  readonly close: () => void;
  readonly onScan: OnScan;
  /** A scan came that has to wait. */
  readonly onHeld: () => void;
}

/** What lies over the page, the uppermost last. */
const layers: Layer[] = [];

/**
 * Whether a scan can be seen by whoever made it. What can go is closed for it; what holds a
 * decision stays, and says so.
 */
export function makeWayForScan(): boolean {
  const held = layers.findLast(({ onScan }) => onScan === 'waits');
  held?.onHeld();
  if (held !== undefined) return false;
  for (const layer of layers.toReversed()) if (layer.onScan === 'closes') layer.close();
  return true;
}

/**
 * Back, of a browser or a phone, closes the uppermost layer and leaves the page only where there is
 * none. A history can't be stopped, so the page has one more entry of itself on top, to which it
 * returns after each Back that closed something.
 */
const TOP = 'tillside-top';
const isTop = (state: unknown): boolean => typeof state === 'object' && state !== null && TOP in state;
const here = () => ({ isTop: isTop(history.state), href: location.href });
let last = here();
window.addEventListener('popstate', onPop);

function onPop(): void {
  const hasLeftTop = last.isTop && !isTop(history.state) && last.href === location.href;
  last = here();
  if (!hasLeftTop) return;
  const layer = layers.at(-1);
  if (layer === undefined) return history.back();
  layer.close();
  history.forward();
}

function open(layer: Layer): () => void {
  layers.push(layer);
  if (!isTop(history.state)) history.pushState({ [TOP]: true }, '');
  last = here();
  return () => void layers.splice(layers.indexOf(layer), 1);
}

interface LayerOptions {
  readonly isOpen: boolean;
  /** What Back does; a layer that can't be closed now does nothing, and keeps the page. */
  readonly close: () => void;
  readonly onScan: OnScan;
  readonly onHeld?: () => void;
}

/** Lays something over the page while `isOpen`. */
export function useLayer({ isOpen, onScan, ...acts }: LayerOptions): void {
  const close = useEffectEvent(acts.close);
  const onHeld = useEffectEvent(() => acts.onHeld?.());
  useEffect(() => {
    if (!isOpen) return undefined;
    return open({ close: () => close(), onScan, onHeld: () => onHeld() });
  }, [isOpen, onScan]);
}
