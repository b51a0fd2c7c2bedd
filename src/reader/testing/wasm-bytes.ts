interface NodeProcess {
  cwd(): string;
  getBuiltinModule(name: 'node:fs'): { readFileSync(path: string): Uint8Array<ArrayBuffer> };
}

/** The bytes of a file imported with `?url`: Node cannot fetch such an address. */
export function wasmBytesOf(url: string): ArrayBuffer {
  const { process } = globalThis as unknown as { readonly process: NodeProcess };
  return new Uint8Array(process.getBuiltinModule('node:fs').readFileSync(`${process.cwd()}${url}`)).buffer;
}
