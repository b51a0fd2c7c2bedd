/**
 * Characters of CP1252 in place of the controls of Latin-1, from 0x80 on; a space for unused ones.
 */
const ABOVE = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_ABOVE = 0x80;

/** Encodes text in CP1252; `?` for other characters. */
export function toCp1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < FIRST_ABOVE || (code > 0x9f && code <= 0xff)) return code;
    const index = character === ' ' ? -1 : ABOVE.indexOf(character);
    return index === -1 ? '?'.charCodeAt(0) : FIRST_ABOVE + index;
  });
}

/** Decodes CP1252. Engines support it too, some of them incorrectly. */
export function fromCp1252(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  return latin.replaceAll(/[\u0080-\u009f]/g, (sign) => ABOVE[sign.charCodeAt(0) - FIRST_ABOVE] ?? sign);
}
