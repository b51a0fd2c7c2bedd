import type { Point } from '../decode-protocol.ts';
import type { Engines } from './engine.ts';
import { equalised } from './equalised.ts';
import { evened } from './evened.ts';
import { cropped, doubled, halved, inverted, type Luma, rotated45, softened, widened } from './luma.ts';
import type { Box } from './places.ts';

/** A transformed picture, and the conversion of its coordinates to the original. */
export interface PictureView {
  readonly picture: Luma;
  back(point: Point): Point;
}

/**
 * An attempt with one engine and one transformation, for pictures that cannot be read as they are.
 */
export interface ReadAttempt {
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

const sameCoordinates = (point: Point): Point => point;
const viewScaled =
  (scale: number, left = 0, top = 0) =>
  (point: Point) => ({ x: left + point.x * scale, y: top + point.y * scale });

export function unchangedView(picture: Luma): PictureView {
  return { picture, back: sameCoordinates };
}

/** The part of a picture inside a box. */
export function cropBox(picture: Luma, box: Box): PictureView {
  const left = Math.max(0, Math.floor(box.left));
  const top = Math.max(0, Math.floor(box.top));
  const w = Math.max(1, Math.min(picture.width, Math.ceil(box.right)) - left);
  const h = Math.max(1, Math.min(picture.height, Math.ceil(box.bottom)) - top);
  return { picture: cropped(picture, left, top, w, h), back: viewScaled(1, left, top) };
}

/** The middle of a picture: at most `share` of each side, and at most `sideMax` pixels. */
export function cropCentre(picture: Luma, share: number, sideMax = Number.POSITIVE_INFINITY): PictureView {
  const w = Math.min(Math.round(picture.width * share), sideMax);
  const h = Math.min(Math.round(picture.height * share), sideMax);
  const left = (picture.width - w) >> 1;
  const top = (picture.height - h) >> 1;
  return { picture: cropped(picture, left, top, w, h), back: viewScaled(1, left, top) };
}

function doubledCentre(picture: Luma): PictureView {
  const centre = cropCentre(picture, 1, DOUBLED_SIDE_MAX);
  return { picture: doubled(centre.picture), back: (point) => centre.back(viewScaled(0.5)(point)) };
}

/** A picture of half the width and height; null if that would be too small. */
export function viewHalved(picture: Luma): PictureView | null {
  if (Math.min(picture.width, picture.height) < HALVED_SIDE_MIN) return null;
  return { picture: halved(picture), back: viewScaled(2) };
}

/** Double width, for codes seen from the side, whose columns are narrower than their rows. */
function viewWidened(picture: Luma): PictureView {
  return { picture: widened(picture), back: ({ x, y }) => ({ x: x / 2, y }) };
}

function viewRotated45(picture: Luma): PictureView {
  const size = Math.round(Math.max(picture.width, picture.height) * EIGHTH_SHARE);
  const back = ({ x, y }: Point) => {
    const u = (x - size / 2) * Math.SQRT1_2;
    const v = (y - size / 2) * Math.SQRT1_2;
    return { x: u + v + picture.width / 2, y: v - u + picture.height / 2 };
  };
  return { picture: rotated45(picture, size), back };
}

const viewSoftened = (picture: Luma): PictureView => ({ picture: softened(picture), back: sameCoordinates });
const viewEqualised = (picture: Luma): PictureView => ({ picture: equalised(picture), back: sameCoordinates });
const viewEvened = (picture: Luma): PictureView => ({ picture: evened(picture), back: sameCoordinates });

const NATIVE: ReadAttempt = { name: 'native', engine: 'native', only: 'both', view: unchangedView };
const PLAIN: ReadAttempt = { name: 'plain', engine: 'main', only: 'both', view: unchangedView };
const PLAIN_SECOND: ReadAttempt = { name: 'plain second', engine: 'second', only: 'both', view: unchangedView };

/**
 * The first attempts for every frame: the second engine reads some that the main one cannot, and
 * confirms bar codes that it can.
 */
export const FIRST_ATTEMPTS: readonly ReadAttempt[] = [NATIVE, PLAIN, PLAIN_SECOND];

const DOUBLED: ReadAttempt = { name: 'doubled', engine: 'main', only: 'both', isEnlarged: true, view: doubledCentre };
const SOFTENED: ReadAttempt = { name: 'softened', engine: 'main', only: 'both', view: viewSoftened };
const DIAGONAL: ReadAttempt = { name: 'diagonal bars', engine: 'second', only: 'bars', view: viewRotated45 };
const EVENED: ReadAttempt = { name: 'evened', engine: 'main', only: 'both', view: viewEvened };
const HALVED: ReadAttempt = { name: 'halved', engine: 'main', only: 'both', view: viewHalved };
const WIDENED: ReadAttempt = { name: 'widened', engine: 'main', only: 'both', isEnlarged: true, view: viewWidened };
const EQUALISED: ReadAttempt = { name: 'equalised', engine: 'main', only: 'both', isUnsure: true, view: viewEqualised };

/** Also the second opinion about weak bars that only one engine reads. */
export const BLURRED: ReadAttempt = { name: 'blurred', engine: 'blurred', only: 'bars', view: unchangedView };

/** The same attempt with the second engine. */
const withSecondEngine = (attempt: ReadAttempt): ReadAttempt => ({
  ...attempt,
  name: `${attempt.name} second`,
  engine: 'second',
  only: 'bars',
});

/** The attempts to find further codes in a picture. */
export const FURTHER_ATTEMPTS: readonly ReadAttempt[] = [PLAIN, withSecondEngine(PLAIN)];

/**
 * All attempts for a still picture, the most effective and cheapest first. Each one reads test
 * pictures that those before it cannot. Sharpening, another binarisation, and the main engine
 * rotated by 45° read nothing more.
 */
export const STILL_ATTEMPTS: readonly ReadAttempt[] = [
  NATIVE,
  PLAIN,
  HALVED,
  withSecondEngine(HALVED),
  PLAIN_SECOND,
  SOFTENED,
  withSecondEngine(SOFTENED),
  EVENED,
  withSecondEngine(EVENED),
  DOUBLED,
  WIDENED,
  DIAGONAL,
  withSecondEngine(EQUALISED),
  EQUALISED,
  BLURRED,
];

/**
 * The extra attempts for a film.
 *
 * A card held at an angle is the most common difficult picture of a till, and the rotation is the
 * cheapest attempt.
 */
export const FILM_ATTEMPTS: readonly ReadAttempt[] = [
  DIAGONAL,
  DOUBLED,
  SOFTENED,
  DIAGONAL,
  EVENED,
  HALVED,
  DIAGONAL,
  BLURRED,
];

const INVERTED: ReadAttempt = {
  name: 'inverted',
  engine: 'main',
  only: 'bars',
  isUnsure: true,
  view: (picture) => ({ picture: inverted(picture), back: sameCoordinates }),
};

/**
 * The last attempts at a still picture in which all others read nothing: white bars on black.
 * Deblurring and local contrast read no further real photos.
 */
export const LAST_ATTEMPTS: readonly ReadAttempt[] = [INVERTED, withSecondEngine(INVERTED)];
