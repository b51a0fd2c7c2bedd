/** An answer as a program gets it; its text as it came. */
export interface ProgramAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Asks the server as a program does that has nothing but its key: no cookie goes along, and what is
 * refused means nothing for whoever is signed in.
 * @returns null where no answer came
 */
export async function askWithKey(
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
    /* The connection broke; a program sends the same again. */
    return null;
  }
}
