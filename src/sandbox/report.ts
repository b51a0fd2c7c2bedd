/** Tells on stderr what went wrong inside the sandbox itself; nothing of a request is in it. */
export function reportError(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
