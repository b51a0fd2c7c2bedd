/** Letters of other scripts, each followed by the Latin one that it resembles. */
const CAPITALS = pairs(
  'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԌG ԚQ ԜW ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ՕO ՍU ' +
    'ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᎾO ᏢP ᎡR ᏒR ᏚS ᎢT ᏙV ᎳW ᎩY ᏃZ ' +
    'ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ ' +
    'ⲀA ⲂB ⲤC ⲈE ⲎH ⲒI ⲔK ⲘM ⲚN ⲞO ⲢP ⲦT ⲨY ⲬX ⲌZ',
);
const SMALL = pairs(
  'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx үy һh ӏl ԁd ԛq ԝw ёe їi гr αa βb εe ιi κk οo ρp τt υu χx νv ' +
    'ɡg ıi ɑa օo սu ոn հh ցg',
);
const DIGITS = pairs('0o 1l');

function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map(([letter = '', latin = '']) => [letter, latin]));
}

/**
 * Pairs of letters that look like one other letter. Not *cl* for *d*: Clara and Dara may work
 * together.
 */
const JOINED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/**
 * Scripts with letters that resemble Latin ones, also in ways that the table lacks. No name of a
 * person mixes them with those of {@link COMMON}.
 */
const RESEMBLING =
  /[\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Osage}]/u;
/** Scripts whose small letters look like small capitals. */
const SMALL_CAPITALS = /[\p{Script=Cherokee}\p{Script=Coptic}]/u;
const COMMON = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** True if a name mixes letters with those of a script that imitates them. */
export function isMixedName(name: string): boolean {
  return COMMON.test(name) && RESEMBLING.test(name);
}

/**
 * Returns the visual form of a name: names that look the same have the same form. It ignores width,
 * case and spaces, and replaces letters of other scripts that look like Latin ones.
 */
export function visualNameOf(name: string): string {
  const latin = Array.from(name.normalize('NFKC'))
    .map((letter) => CAPITALS.get(SMALL_CAPITALS.test(letter) ? letter.toUpperCase() : letter) ?? letter)
    .join('');
  const small = latin.toLowerCase().replace(/./gsu, (letter) => SMALL.get(letter) ?? DIGITS.get(letter) ?? letter);
  const letters = small.replace(/[\s.·'’-]|\p{Default_Ignorable_Code_Point}/gu, '');
  return JOINED.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), letters);
}
