/** Letters of other scripts that look like Latin ones. Some only do as capitals. */
const CAPITALS = new Map(
  Array.from('АВЕЅІЈКМНОРСТУХҮԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ').map((letter, index) => [
    letter,
    Array.from('ABESIJKMHOPCTYXYGQWABEZHIKMNOPTYX')[index],
  ]),
);
const SMALL = new Map(
  Array.from('авеѕіјкмнорстухүһӏԁԛԝёїгαβεικορτυχνɡıɑ').map((letter, index) => [
    letter,
    Array.from('abesijkmhopctyxyhldqweirabeikoptuxvgia')[index],
  ]),
);
const DIGITS = new Map([
  ['0', 'o'],
  ['1', 'l'],
]);

/**
 * What a name looks like: names that nobody tells apart at a glance have the same.
 *
 * Width, case, spaces and letters of other scripts with the shape of Latin ones do not count.
 */
export function nameLook(name: string): string {
  const latin = Array.from(name.normalize('NFKC'))
    .map((letter) => CAPITALS.get(letter) ?? letter)
    .join('');
  const small = Array.from(latin.toLowerCase()).map((letter) => SMALL.get(letter) ?? DIGITS.get(letter) ?? letter);
  return small.join('').replace(/[\s.·'’-]/gu, '');
}
