/** Decodes base64 or base64url; null if it is invalid. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
