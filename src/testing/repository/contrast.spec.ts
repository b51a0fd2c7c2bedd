import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The tokens of the screens, read from the style sheet itself. */
const css = readFileSync(new URL('../../pwa/style.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';
type Oklch = readonly [lightness: number, chroma: number, hue: number];

const TOKENS = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light: parse(light), dark: parse(dark) },
  ]),
);

function parse(text: string): Oklch {
  const [lightness = NaN, chroma = NaN, hue = NaN] = text.split(' ').map(Number);
  return [lightness, chroma, hue];
}

/** Relative luminance (WCAG) of an OKLCH colour shown in sRGB. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dim = NaN, bright = NaN] = [one, other]
    .map((name) => luminance(TOKENS.get(name)?.[theme] ?? [NaN, NaN, NaN]))
    .sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const VERDICTS = ['done', 'attention', 'refused', 'unknown'] as const;
/** Text needs a contrast of 4.5:1 with its background. */
const TEXT: [text: string, ground: string][] = [
  ...['neutral-12', 'neutral-11', 'neutral-10', 'neutral-9'].flatMap((text) =>
    ['neutral-1', 'neutral-2', 'neutral-3'].map((ground): [string, string] => [text, ground]),
  ),
  ['neutral-12', 'neutral-4'],
  ['neutral-12', 'neutral-5'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ...VERDICTS.flatMap((verdict): [string, string][] => [
    [`on-${verdict}`, verdict],
    [`${verdict}-ink`, `${verdict}-tint`],
    ['neutral-12', `${verdict}-tint`],
    ['neutral-10', `${verdict}-tint`],
    [`${verdict}-ink`, 'neutral-2'],
  ]),
];
/** Outlines of controls and the focus ring need 3:1. */
const SHAPES: [shape: string, ground: string][] = [
  'neutral-1',
  'neutral-2',
  'neutral-3',
  ...VERDICTS.map((verdict) => `${verdict}-tint`),
].flatMap((ground): [string, string][] => [
  ['accent', ground],
  ...(ground.startsWith('neutral') ? ([['neutral-8', ground]] as [string, string][]) : []),
]);

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (theme) => {
  it.each(TEXT)('%s on %s is readable', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SHAPES)('%s stands out from %s', (shape, ground) => {
    expect(contrast(shape, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
