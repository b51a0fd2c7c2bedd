import bwipjs from 'bwip-js/browser';
import { FILM, type FilmScene, seeded } from './film-scenes.ts';

/** The size of a camera's picture. */
const WIDTH = 1280;
const HEIGHT = 720;
/** Pixels per module of a drawn code, before it is reduced to the size in the scene. */
const DRAWN_SCALE = 4;
/** White around a code, modules. */
const QUIET = 10;
/** The card is drawn in stripes, each shorter than the one before, to look tilted. */
const STRIPES = 32;
/** Side of the square for drawing a card, pixels. */
const LAYER = 640;
/**
 * Points in the exposure time, as share of the time between two pictures; a moving code is blurred
 * along its path.
 */
const SMEAR = [0, 0.25, 0.5] as const;
const FRAME_MS = 1_000 / 30;
/** Initial lack of focus, pixels. */
const FIRST_BLUR = 4;

/** Draws the pictures of one scene. */
export interface SceneDrawer {
  /** @param at ms since the scene began */
  draw(at: number): ImageData;
}

/** Prepares a scene: its card and its background are drawn once. */
export function sceneDrawer(scene: FilmScene, seed: number): SceneDrawer {
  const random = seeded(seed);
  const background = drawnBackground(scene, random);
  const card = drawnCard(scene);
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = contextOf(canvas);
  const grain = Int8Array.from({ length: 65_537 }, () => Math.round((random() + random() + random() - 1.5) * (scene.noise / 1.5)));
  const light = lightOf(context, scene, random);
  return {
    draw(at) {
      const sway = Math.sin(at / 260) * 6;
      context.filter = 'none';
      context.globalAlpha = 1;
      context.drawImage(background, sway - 20, -20);
      if (at >= FILM.comesMs && card) {
        const focus = Math.max(0, 1 - (at - FILM.comesMs) / FILM.focusMs);
        const blur = scene.blur + FIRST_BLUR * focus;
        const layer = smeared(card, scene, at);
        if (blur > 0.2) context.filter = `blur(${blur.toFixed(2)}px)`;
        const [x, y] = middleAt(scene, at);
        context.drawImage(layer, x - LAYER / 2, y - LAYER / 2);
        context.filter = 'none';
      }
      light();
      return grained(context.getImageData(0, 0, WIDTH, HEIGHT), grain, Math.floor(random() * grain.length));
    },
  };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return context;
}

/** A light card with the code and a finger that hides part of it. */
function drawnCard({ kind, text, hidden }: FilmScene): HTMLCanvasElement | null {
  if (kind === null) return null;
  const code = document.createElement('canvas');
  bwipjs.toCanvas(code, { bcid: kind, text, scale: DRAWN_SCALE, ...(isFlat(kind) && { height: 10 }) });
  const card = document.createElement('canvas');
  const quiet = QUIET * DRAWN_SCALE;
  card.width = code.width + 2 * quiet;
  card.height = code.height + 2 * quiet;
  const context = card.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#f1eee8';
  context.fillRect(0, 0, card.width, card.height);
  context.drawImage(code, quiet, quiet);
  context.fillStyle = '#b08a70';
  context.beginPath();
  context.ellipse(card.width * 0.8, quiet + code.height, code.width * hidden * 2.5, code.height * hidden * 2.5, 0.4, 0, Math.PI * 2);
  context.fill();
  return card;
}

/** True for bar codes, which may have any height. */
function isFlat(kind: string): boolean {
  return !['qrcode', 'datamatrix', 'azteccode', 'pdf417'].includes(kind);
}

const along = ([from, to]: readonly [number, number], at: number) =>
  from + (to - from) * Math.min(1, Math.max(0, (at - FILM.comesMs) / (FILM.sceneMs - FILM.comesMs)));

/** The centre of the card: moving, in a trembling hand. */
function middleAt({ from, to }: FilmScene, at: number): readonly [x: number, y: number] {
  const tremble = [Math.sin(at / 90) * 2, Math.cos(at / 70) * 2] as const;
  return [WIDTH * along([from[0], to[0]], at) + tremble[0], HEIGHT * along([from[1], to[1]], at) + tremble[1]];
}

/** The card in the picture, blurred along its path during the exposure. */
function smeared(card: HTMLCanvasElement, scene: FilmScene, at: number): OffscreenCanvas {
  const sharp = tilted(card, scene, at);
  const layer = new OffscreenCanvas(LAYER, LAYER);
  const context = contextOf(layer);
  const [x, y] = middleAt(scene, at);
  SMEAR.forEach((share, index) => {
    const [toX, toY] = middleAt(scene, at + share * FRAME_MS);
    context.globalAlpha = 1 / (index + 1);
    context.drawImage(sharp, toX - x, toY - y);
  });
  return layer;
}

function tilted(card: HTMLCanvasElement, scene: FilmScene, at: number): OffscreenCanvas {
  const layer = new OffscreenCanvas(LAYER, LAYER);
  const context = contextOf(layer);
  const scale = along(scene.scale, at) / DRAWN_SCALE;
  const w = card.width * scale;
  const h = card.height * scale;
  context.imageSmoothingQuality = 'medium';
  context.translate(LAYER / 2, LAYER / 2);
  context.rotate((along(scene.turned, at) * Math.PI) / 180);
  const stripe = card.width / STRIPES;
  for (let index = 0; index < STRIPES; index++) {
    const high = h * (1 - (scene.tilt * index) / STRIPES);
    context.drawImage(card, index * stripe, 0, stripe, card.height, -w / 2 + (index * w) / STRIPES, -high / 2, w / STRIPES + 0.5, high);
  }
  return layer;
}

/** Uneven light and glare, drawn over a picture. */
function lightOf(context: OffscreenCanvasRenderingContext2D, scene: FilmScene, random: () => number): () => void {
  const turn = random() * Math.PI * 2;
  const x = Math.cos(turn) * 500;
  const y = Math.sin(turn) * 300;
  const shade = context.createLinearGradient(640 - x, 360 - y, 640 + x, 360 + y);
  shade.addColorStop(0, '#fff');
  shade.addColorStop(1, `hsl(0 0% ${Math.round(scene.dimmest * 100)}%)`);
  const gx = WIDTH * (0.4 + random() * 0.2);
  const gy = HEIGHT * (0.4 + random() * 0.2);
  const glare = context.createRadialGradient(gx, gy, 10, gx, gy, 130);
  glare.addColorStop(0, 'rgba(255,255,255,0.85)');
  glare.addColorStop(1, 'rgba(255,255,255,0)');
  return () => {
    context.globalCompositeOperation = 'multiply';
    context.fillStyle = shade;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.globalCompositeOperation = 'source-over';
    if (!scene.hasGlare) return;
    context.fillStyle = glare;
    context.fillRect(0, 0, WIDTH, HEIGHT);
  };
}

/**
 * Draws the surface under the card. Lines of letters or digits, stripes and weaves can be misread
 * as codes.
 */
function drawnBackground({ background }: FilmScene, random: () => number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(WIDTH + 40, HEIGHT + 40);
  const context = contextOf(canvas);
  context.fillStyle = '#8a8680';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const somewhere = () => [random() * canvas.width, random() * canvas.height] as const;
  for (let item = 0; item < 70; item++) {
    const [x, y] = somewhere();
    context.fillStyle = item % 2 === 0 ? '#1b1814' : '#f0ede6';
    if (background === 'stripes') {
      for (let bar = 0, at = x; bar < 40; bar++) context.fillRect((at += 2 + random() * 8), y, 1 + random() * 5, 40 + random() * 80);
    } else if (background === 'weave') {
      for (let cell = 0; cell < 90; cell++) context.fillRect(x + (cell % 10) * 6, y + Math.floor(cell / 10) * 6, random() < 0.5 ? 6 : 3, 6);
    } else if (background !== 'table') {
      context.font = `${Math.round(9 + random() * 16)}px monospace`;
      context.fillText((background === 'letters' ? 'Total SGD Receipt illIlI HMWN ' : '4006381333931 1000000050 ').repeat(3), x - 200, y);
    }
  }
  return canvas;
}

function grained(picture: ImageData, grain: Int8Array, offset: number): ImageData {
  const { data } = picture;
  for (let at = 0, g = offset; at < data.length; at += 4) {
    if (++g >= grain.length) g = 0;
    const add = grain[g] ?? 0;
    data[at] = (data[at] ?? 0) + add;
    data[at + 1] = (data[at + 1] ?? 0) + add;
    data[at + 2] = (data[at + 2] ?? 0) + add;
  }
  return picture;
}
