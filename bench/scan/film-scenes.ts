/** A scene of a film: a code that is hard to read, or something that only looks like one. */
export interface FilmScene {
  /** The name of the code's type in bwip-js; null without a code. */
  readonly kind: string | null;
  readonly text: string;
  /**
   * True if the till should read it. Codes of other types, and scenes without a code, try to
   * provoke false reads.
   */
  readonly isWanted: boolean;
  readonly background: 'table' | 'letters' | 'stripes' | 'weave' | 'digits';
  /** Pixels to a module, at the beginning and at the end. */
  readonly scale: readonly [from: number, to: number];
  /** Middle of the card, shares of the picture. */
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Degrees to the right. */
  readonly turned: readonly [from: number, to: number];
  /** How much shorter the card's far edge is than the near one, as a share of it. */
  readonly tilt: number;
  /** Pixels, once the lens has focused. */
  readonly blur: number;
  /** Maximum deviation by the sensor's noise, of 255. */
  readonly noise: number;
  /** Share of the light that is left at the darkest edge. */
  readonly dimmest: number;
  readonly hasGlare: boolean;
  /** Share of the card that a finger covers. */
  readonly hidden: number;
}

/** The timing of a film, ms: a scene begins without its code, which then stays until the end. */
export const FILM = { sceneMs: 4_000, comesMs: 500, focusMs: 500 } as const;

/** Types of codes that the till reads, and the number of scenes for each. */
const WANTED: readonly (readonly [kind: string, scenes: number])[] = [
  ['qrcode', 9],
  ['code128', 9],
  ['ean13', 6],
  ['datamatrix', 4],
  ['azteccode', 3],
  ['pdf417', 3],
];
/** Types that it does not read, and no code at all, over very similar backgrounds. */
const UNWANTED: readonly (readonly [kind: string | null, text: string])[] = [
  ['upce', '01234565'],
  ['upce', '04252614'],
  ['ean8', '96385074'],
  ['interleaved2of5', '0829220875'],
  ['code39', 'TILL39'],
  ['rationalizedCodabar', 'A40156B'],
  [null, ''],
  [null, ''],
  [null, ''],
  [null, ''],
];
const BACKGROUNDS = ['table', 'letters', 'stripes', 'weave', 'digits'] as const;
/** The number of modules across a code of the type, which limits its size in the picture. */
const SCALES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  qrcode: [2, 5],
  datamatrix: [2.5, 5],
  azteccode: [2.5, 5],
  pdf417: [1.6, 2.6],
};
const BAR_SCALE: readonly [from: number, to: number] = [1.5, 2.8];

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns the scenes of the film with this seed, in order */
export function filmScenes(seed: number): FilmScene[] {
  const random = seeded(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const wanted = WANTED.flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => ({ kind, text: textFor(kind, index), isWanted: true })),
  );
  const all = [...wanted, ...UNWANTED.map(([kind, text]) => ({ kind, text, isWanted: false }))];
  const place = (): [number, number] => [between(0.36, 0.64), between(0.36, 0.64)];
  const scenes = all.map((what, index): FilmScene => {
    const [low, high] = SCALES[what.kind ?? ''] ?? BAR_SCALE;
    const scale = between(low, high);
    const turn = random() < 0.25 ? between(25, 65) : between(-15, 15);
    return {
      ...what,
      background: what.kind === null ? (BACKGROUNDS[1 + (index % 4)] ?? 'letters') : (BACKGROUNDS[Math.floor(random() * 5)] ?? 'table'),
      scale: [scale, scale * between(0.85, 1.2)],
      from: place(),
      to: place(),
      turned: [turn, turn + between(-12, 12)],
      tilt: between(0, 0.25),
      blur: between(0, 1.1) * Math.min(2, scale / 2),
      noise: between(5, 45),
      dimmest: between(0.3, 1),
      hasGlare: random() < 0.3,
      hidden: random() < 0.3 ? between(0.02, 0.08) : 0,
    };
  });
  return scenes
    .map((scene) => ({ scene, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ scene }) => scene);
}

function textFor(kind: string, index: number): string {
  const number = String(1_000_000_050 + 7_919 * index);
  if (kind === 'ean13') return withCheckDigit(`4${number}7`);
  if (kind === 'pdf417' || kind === 'azteccode') return `GIFT-${number}`;
  return index % 3 === 0 ? `AB${number.slice(1)}` : number;
}

/** @param digits twelve */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
