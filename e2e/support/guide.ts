import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startScript } from './processes.ts';

const GUIDE = fileURLToPath(new URL('../../docs/registers.md', import.meta.url));

/** Runs a program from the guide for registers, unchanged. */
export async function startOfGuide(
  name: 'pay-link.mjs' | 'webhook.mjs' | 'frame.mjs',
  env: Record<string, string>,
  ready: string,
): Promise<Pick<Program, 'output' | 'stop'>> {
  const [, code] = new RegExp(`\`\`\`js\\n(// ${name}\\n[^]*?)\`\`\``).exec(await readFile(GUIDE, 'utf8')) ?? [];
  if (code === undefined) throw new Error(`the guide has no ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'tillside-guide-'));
  const file = join(folder, name);
  await writeFile(file, code);
  const { output, stop } = await startScript([file], env, ready);
  return {
    output,
    async stop(signal) {
      await stop(signal);
      await rm(folder, { recursive: true });
    },
  };
}
