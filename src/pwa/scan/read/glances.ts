import type { Point } from '../decode-protocol.ts';
import type { Engines } from './engine.ts';
import { equalised } from './equalised.ts';
import { evened } from './evened.ts';
import { cropped, doubled, eighthTurned, halved, type Luma, softened, widened } from './luma.ts';

/** A transformed picture, and the conversion of its coordinates to the original. */
export interface PictureView {
  readonly picture: Luma;
  back(point: Point): Point;
}

/**
 * An attempt with one engine and one transformation, for pictures that cannot be read as they are.
 */
export interface Glance {
  /** Two attempts that agree on bar codes must have different names. */
  readonly name: string;
  /** The engine to use; if this browser lacks it, the attempt finds nothing. */
  readonly engine: keyof Engines;
  readonly only: 'bars' | 'squares' | 'both';
  readonly isEnlarged?: boolean;
  /** Bar codes that it reads need a confirmation by another attempt. */
  readonly isUnsure?: boolean;
  view(picture: Luma): PictureView | null;
}

/**
 * The middle part of a picture, marked by the viewfinder's corners: this share of its width and
 * height.
 */
export const CENTRE_SHARE = 2 / 3;
/**
 * Doubling makes four times the pixels. Of large pictures, only the middle is doubled, up to this
 * width and height in pixels.
 */
const DOUBLED_SIDE_MAX = 800;
/** The side of the square that is rotated by 45°, as a share of the longer side of the picture. */
const EIGHTH_SHARE = 0.75;
/** Pictures below this size are not reduced further. */
const HALVED_SIDE_MIN = 160;

const same = (point: Point): Point => point;
const scaled =
  (scale: number, left = 0, top = 0) =>
  (point: Point) => ({ x: left + point.x * scale, y: top + point.y * scale });

export function asItIs(picture: Luma): PictureView {
  return { picture, back: same };
}

/** The middle of a picture: at most `share` of each side, and at most `sideMax` pixels. */
export function centreOf(picture: Luma, share: number, sideMax = Number.POSITIVE_INFINITY): PictureView {
  const w = Math.min(Math.round(picture.width * share), sideMax);
  const h = Math.min(Math.round(picture.height * share), sideMax);
  const left = (picture.width - w) >> 1;
  const top = (picture.height - h) >> 1;
  return { picture: cropped(picture, left, top, w, h), back: scaled(1, left, top) };
}

function doubledCentre(picture: Luma): PictureView {
  const centre = centreOf(picture, 1, DOUBLED_SIDE_MAX);
  return { picture: doubled(centre.picture), back: (point) => centre.back(scaled(0.5)(point)) };
}

/** A picture of half the width and height; null if that would be too small. */
export function smaller(picture: Luma): PictureView | null {
  if (Math.min(picture.width, picture.height) < HALVED_SIDE_MIN) return null;
  return { picture: halved(picture), back: scaled(2) };
}

/** Double width, for codes seen from the side, whose columns are narrower than their rows. */
function wider(picture: Luma): PictureView {
  return { picture: widened(picture), back: ({ x, y }) => ({ x: x / 2, y }) };
}

function diagonal(picture: Luma): PictureView {
  const size = Math.round(Math.max(picture.width, picture.height) * EIGHTH_SHARE);
  const back = ({ x, y }: Point) => {
    const u = (x - size / 2) * Math.SQRT1_2;
    const v = (y - size / 2) * Math.SQRT1_2;
    return { x: u + v + picture.width / 2, y: v - u + picture.height / 2 };
  };
  return { picture: eighthTurned(picture, size), back };
}

const softer = (picture: Luma): PictureView => ({ picture: softened(picture), back: same });
const equaliser = (picture: Luma): PictureView => ({ picture: equalised(picture), back: same });
const evener = (picture: Luma): PictureView => ({ picture: evened(picture), back: same });

const NATIVE: Glance = { name: 'native', engine: 'native', only: 'both', view: asItIs };
const PLAIN: Glance = { name: 'plain', engine: 'main', only: 'both', view: asItIs };
const PLAIN_SECOND: Glance = { name: 'plain second', engine: 'second', only: 'both', view: asItIs };

/**
 * The first attempts for every frame: the second engine reads some that the main one cannot, and
 * confirms bar codes that it can.
 */
export const FIRST_GLANCES: readonly Glance[] = [NATIVE, PLAIN, PLAIN_SECOND];

const DOUBLED: Glance = { name: 'doubled', engine: 'main', only: 'both', isEnlarged: true, view: doubledCentre };
const SOFTENED: Glance = { name: 'softened', engine: 'main', only: 'both', view: softer };
const DIAGONAL: Glance = { name: 'diagonal bars', engine: 'second', only: 'bars', view: diagonal };
const EVENED: Glance = { name: 'evened', engine: 'main', only: 'both', view: evener };
const HALVED: Glance = { name: 'halved', engine: 'main', only: 'both', view: smaller };
const WIDENED: Glance = { name: 'widened', engine: 'main', only: 'both', isEnlarged: true, view: wider };
const EQUALISED: Glance = { name: 'equalised', engine: 'main', only: 'both', isUnsure: true, view: equaliser };

/** The same attempt with the second engine. */
const second = (glance: Glance): Glance => ({
  ...glance,
  name: `${glance.name} second`,
  engine: 'second',
  only: 'bars',
});

/**
 * All attempts for a still picture, the most effective and cheapest first. Each one reads test
 * pictures that those before it cannot. Sharpening, another binarisation, and the main engine
 * rotated by 45° read nothing more.
 */
export const STILL_GLANCES: readonly Glance[] = [
  NATIVE,
  PLAIN,
  HALVED,
  second(HALVED),
  PLAIN_SECOND,
  SOFTENED,
  second(SOFTENED),
  EVENED,
  second(EVENED),
  DOUBLED,
  WIDENED,
  DIAGONAL,
  second(EQUALISED),
  EQUALISED,
];

/**
 * The extra attempts for a film.
 *
 * A card held at an angle is the most common difficult picture of a till, and the rotation is the
 * cheapest attempt.
 */
export const FILM_GLANCES: readonly Glance[] = [DIAGONAL, DOUBLED, SOFTENED, DIAGONAL, EVENED, HALVED];
