import type { Point } from '../decode-protocol.ts';
import type { Engines } from './engine.ts';
import { equalised } from './equalised.ts';
import { evened } from './evened.ts';
import { cropped, doubled, eighthTurned, halved, type Luma, softened, widened } from './luma.ts';

/** A picture made from another, and the way back from its pixels to those of the other. */
export interface PictureView {
  readonly picture: Luma;
  back(point: Point): Point;
}

/** A way to glance at a picture that is worth a try when the plain picture shows nothing. */
export interface Glance {
  /** Two glances agree on bars when they have different names. */
  readonly name: string;
  /** Which engine glances; one that this browser does not have sees nothing. */
  readonly engine: keyof Engines;
  readonly only: 'bars' | 'squares' | 'both';
  /** The view is an enlarged one. */
  readonly isEnlarged?: boolean;
  /** Bars that it reads are believed only where another glance reads them too. */
  readonly isUnsure?: boolean;
  view(picture: Luma): PictureView | null;
}

/**
 * The middle part of a picture, where the finder's corners ask for the code: this share of its
 * width and height.
 */
export const CENTRE_SHARE = 2 / 3;
/**
 * A doubled picture has four times the pixels: of large ones only the middle is doubled, up to this
 * many pixels wide or high.
 */
const DOUBLED_SIDE_MAX = 800;
/** The side of the square that is turned by 45°, as a share of the longer side of the picture. */
const EIGHTH_SHARE = 0.75;
/** A smaller picture than this is not made smaller still. */
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

/** A picture of half the width and height; null where that would be too small for anything. */
export function smaller(picture: Luma): PictureView | null {
  if (Math.min(picture.width, picture.height) < HALVED_SIDE_MIN) return null;
  return { picture: halved(picture), back: scaled(2) };
}

/** Twice across, for codes seen from the side, whose columns are narrower than their rows. */
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
 * The first glances at every frame: the second engine reads some that the main one does not, and
 * confirms bars that it does.
 */
export const FIRST_GLANCES: readonly Glance[] = [NATIVE, PLAIN, PLAIN_SECOND];

const DOUBLED: Glance = { name: 'doubled', engine: 'main', only: 'both', isEnlarged: true, view: doubledCentre };
const SOFTENED: Glance = { name: 'softened', engine: 'main', only: 'both', view: softer };
const DIAGONAL: Glance = { name: 'diagonal bars', engine: 'second', only: 'bars', view: diagonal };
const EVENED: Glance = { name: 'evened', engine: 'main', only: 'both', view: evener };
const HALVED: Glance = { name: 'halved', engine: 'main', only: 'both', view: smaller };
const WIDENED: Glance = { name: 'widened', engine: 'main', only: 'both', isEnlarged: true, view: wider };
const EQUALISED: Glance = { name: 'equalised', engine: 'main', only: 'both', isUnsure: true, view: equaliser };

/** The second engine at a picture that the main one looks at too. */
const second = (glance: Glance): Glance => ({
  ...glance,
  name: `${glance.name} second`,
  engine: 'second',
  only: 'bars',
});

/**
 * All glances at a still picture, the fruitful and cheap first. Each earned its place on pictures
 * that the ones before did not read; sharpening, another way to binarise and the main engine turned
 * by 45° read nothing that these don't.
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
 * The turns of the harder glances at a film.
 *
 * A card held askew is the hard picture of a till, and the diagonal is the cheapest of them.
 */
export const FILM_GLANCES: readonly Glance[] = [DIAGONAL, DOUBLED, SOFTENED, DIAGONAL, EVENED, HALVED];
