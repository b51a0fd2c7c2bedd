/** Letters of other scripts, each followed by the Latin one that it resembles. */
const CAPITALS = pairs(
  'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԌG ԚQ ԜW ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX',
);
const SMALL = pairs(
  'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx үy һh ӏl ԁd ԛq ԝw ёe їi гr αa βb εe ιi κk οo ρp τt υu χx νv ɡg ıi ɑa',
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
 * Scripts with letters that resemble Latin ones in ways that the table lacks, and that no name of a
 * person mixes with Latin.
 */
const RESEMBLING = /[\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Osage}]/u;
const LATIN = /\p{Script=Latin}/u;

/** True if a name mixes Latin letters with those of a script that imitates them. */
export function isMixedName(name: string): boolean {
  return LATIN.test(name) && RESEMBLING.test(name);
}

/**
 * Returns the visual form of a name: names that look the same have the same form. It ignores width,
 * case and spaces, and replaces letters of other scripts that look like Latin ones.
 */
export function visualNameOf(name: string): string {
  const latin = Array.from(name.normalize('NFKC'))
    .map((letter) => CAPITALS.get(letter) ?? letter)
    .join('');
  const small = latin.toLowerCase().replace(/./gsu, (letter) => SMALL.get(letter) ?? DIGITS.get(letter) ?? letter);
  const letters = small.replace(/[\s.·'’-]|\p{Default_Ignorable_Code_Point}/gu, '');
  return JOINED.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), letters);
}
