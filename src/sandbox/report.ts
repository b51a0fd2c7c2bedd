/** Writes errors inside the sandbox itself to stderr, without any data of a request. */
export function reportError(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
