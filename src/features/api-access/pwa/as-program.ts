/** A response as an outside program receives it, with the raw text of the body. */
export interface ProgramAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request with an API key only. Cookies are omitted, and a refusal does not sign anyone
 * out.
 * @returns null if no answer arrived
 */
export async function callWithKey(
  key: string,
  method: 'PUT' | 'GET',
  path: string,
  body?: object,
): Promise<ProgramAnswer | null> {
  const headers = { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  try {
    const init: RequestInit = {
      method,
      headers,
      credentials: 'omit',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await fetch(path, init);
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}
