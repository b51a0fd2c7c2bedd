/// <reference types="vite/client" />
import { sceneDrawer } from './film-draw.ts';
import { FILM, filmScenes } from './film-scenes.ts';

/** One way to read a film, and its rate. */
export interface FilmEngine {
  readonly name: string;
  /** ms between two attempts */
  readonly everyMs: number;
}
/** A reported text: ms since its code came into view, negative before that. */
export interface FilmRead {
  readonly engine: string;
  readonly text: string;
  readonly at: number;
}
/** The results of one scene. */
export interface SceneOutcome {
  readonly reads: readonly FilmRead[];
  /** The duration of each attempt, ms, by engine. */
  readonly looks: Readonly<Record<string, readonly number[]>>;
}

declare global {
  interface Window {
    /**
     * Shows scene number `index` of the film with this seed to engines. The film has its own time:
     * a slow machine sees the same pictures.
     */
    showScene(seed: number, index: number, engines: readonly FilmEngine[]): Promise<SceneOutcome>;
  }
}

const TICK_MS = 1_000 / 30;

window.showScene = async (seed, index, engines) => {
  const scene = filmScenes(seed)[index];
  if (!scene) throw new Error(`There is no scene ${index}.`);
  const drawer = sceneDrawer(scene, seed * 1_000 + index);
  const reads: FilmRead[] = [];
  const looks: Record<string, number[]> = Object.fromEntries(engines.map(({ name }) => [name, []]));
  const next = new Map(engines.map(({ name }) => [name, 0]));
  for (let at = 0; at < FILM.sceneMs; at += TICK_MS) {
    const due = engines.filter(({ name }) => (next.get(name) ?? 0) <= at + 0.5);
    const picture = due.length > 0 ? drawer.draw(at) : null;
    for (const { name, everyMs } of picture ? due : []) {
      next.set(name, (next.get(name) ?? 0) + everyMs);
      const start = performance.now();
      const texts = await textsOf(name, picture, index * FILM.sceneMs + at);
      looks[name]?.push(performance.now() - start);
      reads.push(...texts.map((text) => ({ engine: name, text, at: at - FILM.comesMs })));
    }
  }
  return { reads, looks };
};

async function textsOf(engine: string, picture: ImageData | null, at: number): Promise<readonly string[]> {
  if (!picture) return [];
  if (engine.startsWith('@zxing/browser')) return (await window.rivals['@zxing/browser']?.(picture)) ?? [];
  return window.watchFilm(picture, at);
}
