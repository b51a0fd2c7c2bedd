/** What CP1252 has where Latin-1 has controls, from 0x80 on; a space for what it has not. */
const ABOVE = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_ABOVE = 0x80;

/** Text in CP1252; `?` for what it cannot say. */
export function toCp1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < FIRST_ABOVE || (code > 0x9f && code <= 0xff)) return code;
    const place = character === ' ' ? -1 : ABOVE.indexOf(character);
    return place === -1 ? '?'.charCodeAt(0) : FIRST_ABOVE + place;
  });
}

/** What bytes in CP1252 say. Engines have it too, and some of them have it wrong. */
export function fromCp1252(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  return latin.replaceAll(/[\u0080-\u009f]/g, (sign) => ABOVE[sign.charCodeAt(0) - FIRST_ABOVE] ?? sign);
}
