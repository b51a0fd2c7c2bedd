import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Takes pictures of every screen, and makes a page to leaf through them. All of them, or a part: `--languages en,ta`, `--sizes phone`,
 * `--themes dark`, `--screens keypad,taken`, `--out FOLDER`. `--audit` also checks the accessibility of each
 * picture's screen, and writes `faults.txt`. Ctrl-C stops it; what was taken by then can be leafed through.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ALL = { languages: ['en', 'zh', 'ms', 'ta', 'fr'], sizes: ['phone', 'tablet', 'desk'], themes: ['light', 'dark'] };

const text = { type: 'string' };
const { values } = parseArgs({
  options: { languages: text, sizes: text, themes: text, screens: text, out: text, audit: { type: 'boolean', default: false } },
});
const chosen = Object.fromEntries(Object.entries(ALL).map(([name, all]) => [name, choose(name, all)]));
const screens = values.screens?.split(',') ?? [];
const folder = values.out ?? join(HERE, '../../screenshots');

/** @type {(name: string, all: readonly string[]) => readonly string[]} */
function choose(name, all) {
  const wanted = values[name]?.split(',') ?? all;
  const unknown = wanted.filter((each) => !all.includes(each));
  if (unknown.length === 0) return wanted;
  process.stderr.write(`There is no ${unknown.join(', ')} among the ${name}; there are ${all.join(', ')}.\n`);
  process.exit(2);
}

/** @type {() => { file: string, screen: string, size: string, theme: string, language: string }[]} */
function pictures() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .sort()
    .map((file) => {
      const [screen = '', size = '', theme = '', language = ''] = file.slice(0, -'.png'.length).split('--');
      return { file, screen, size, theme, language };
    });
}

/* Without letters of a language its pictures show boxes. Where nobody can be asked about fonts, nothing is said. */
for (const language of chosen.languages) {
  const { status, stdout } = spawnSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' });
  if (status === 0 && stdout.trim() === '') {
    process.stdout.write(`No font has the letters of ${language}: apt-get install fonts-lohit-taml fonts-wqy-microhei\n`);
  }
}

mkdirSync(folder, { recursive: true });
if (values.audit) rmSync(join(folder, 'faults.txt'), { force: true });
for (const { file, screen, size, theme, language } of pictures()) {
  const isWanted = screens.length === 0 || screens.some((name) => screen.includes(name));
  const isChosen = chosen.sizes.includes(size) && chosen.themes.includes(theme) && chosen.languages.includes(language);
  if (isWanted && isChosen) rmSync(join(folder, file));
}

const child = spawn('npx', ['playwright', 'test', '-c', join(HERE, 'playwright.config.ts')], {
  stdio: 'inherit',
  env: { ...process.env, SCREENSHOTS: JSON.stringify({ ...chosen, screens, folder, audit: values.audit }) },
});
/* The terminal tells both: Playwright ends its browsers, and this waits for it. */
process.on('SIGINT', () => undefined);
child.on('exit', (code) => {
  const page = readFileSync(join(HERE, 'leaf-through.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replace('const pictures = [];', `const pictures = ${JSON.stringify(pictures())};`));
  process.stdout.write(`${pictures().length} pictures; leaf through them in ${join(folder, 'index.html')}\n`);
  process.exitCode = code ?? 1;
});
