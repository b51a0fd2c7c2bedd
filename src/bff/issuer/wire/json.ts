/** A JSON string, or a JSON number; strings are matched so that digits inside them are skipped. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** An integer of 16 digits or more may not fit into a double. */
const LONG_INTEGER = /^-?\d{16,}$/;
/**
 * A character that can precede a number in JSON, followed by 16 digits. Ids that are strings follow
 * a quote, so they do not match.
 */
const LONG_NUMBER = /(?:^|[[:,\s-])\d{16}/;

/**
 * Parses JSON without damaging long integers. Transaction ids have up to 37 digits and some
 * services send them as numbers, so an integer of 16 digits or more is returned as a string of its
 * digits. Running time is linear in the text: only valid JSON is searched for numbers, because
 * unterminated strings would be searched again from each of their quotes.
 * @returns the value, or `undefined` (which no JSON text means) if the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!LONG_NUMBER.test(text)) return value;
    const quoted = text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token));
    return quoted === text ? value : JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
