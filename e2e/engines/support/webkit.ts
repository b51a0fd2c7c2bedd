import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../src/testing/free-port.ts';
import { answerOf, type Browser, clickActions, keyActions, type Question, type Size, sourceOf, type Tab } from './browser.ts';
import type { WebkitPrograms } from './find-engines.ts';

const START_WITHIN_MS = 30_000;
/** Longer than any script takes: the page's own promises may wait for a decoder. */
const SCRIPT_TIMEOUT_MS = 60_000;
const SCREEN = '1600x1400x24';

/**
 * Starts WebKit's driver on a virtual screen. Each tab is a separate browser without stored data.
 */
export async function startWebkit({ driver, browser, screen }: WebkitPrograms): Promise<Browser> {
  const display = spawn(screen, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    /* Without a graphics card WebKit shows nothing unless it draws everything itself. */
    env: { ...process.env, DISPLAY: `:${await numberOf(display)}`, GDK_BACKEND: 'x11', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  });
  const origin = `http://127.0.0.1:${port}`;
  await listening(origin);
  return {
    engine: 'webkit',
    newTab: () => openTab(origin, browser),
    async close() {
      const gone = Promise.all([once(child, 'exit'), once(display, 'exit')]);
      child.kill();
      display.kill();
      await gone;
    },
  };
}

/** The X server writes the number of its display to the given descriptor. */
async function numberOf(display: ChildProcess): Promise<string> {
  const pipe = display.stdio[3];
  if (!pipe) throw new Error('the X server has no pipe');
  const [written] = (await Promise.race([once(pipe, 'data'), once(display, 'exit')])) as [unknown];
  if (!Buffer.isBuffer(written)) throw new Error('the X server did not start');
  return written.toString().trim();
}

async function listening(origin: string): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  const answers = () =>
    fetch(`${origin}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends one command of classic WebDriver. @throws Error with the driver's own message */
async function command<Result>(url: string, method: 'POST' | 'DELETE', body?: object): Promise<Result> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${error}: ${message}`);
  }
  return value as Result;
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

async function openTab(origin: string, binary: string): Promise<Tab> {
  const options = { binary, args: ['--automation', '--enable-mock-capture-devices=true'] };
  const alwaysMatch = { 'webkitgtk:browserOptions': options, unhandledPromptBehavior: 'accept', timeouts: { script: SCRIPT_TIMEOUT_MS } };
  const { sessionId, capabilities } = await command<Session>(`${origin}/session`, 'POST', { capabilities: { alwaysMatch } });
  const session = `${origin}/session/${sessionId}`;
  const post = <Result>(path: string, body: object) => command<Result>(`${session}/${path}`, 'POST', body);
  const call = (body: string) => post<string>('execute/sync', { script: body, args: [] });
  const inside = async () => JSON.parse(await call('return JSON.stringify({ width: innerWidth, height: innerHeight })')) as Size;
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    open: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh', {})),
    ask: async <Argument, Answer>(question: Question<Argument, Answer>, argument: Argument) =>
      answerOf(await call(`return (${sourceOf(question, argument)})()`)) as Answer,
    run: async (source) => void (await call(source)),
    click: async (spot) => void (await post('actions', { actions: clickActions(spot) })),
    press: async (keys, delayMs) => void (await post('actions', { actions: keyActions(keys, delayMs) })),
    async resize(size) {
      await post('window/rect', size);
      /* The window has a bar with buttons, which is not the page's. */
      const { height } = await inside();
      await post('window/rect', { width: size.width, height: size.height + (size.height - height) });
    },
    pdf: () => Promise.resolve(null),
    close: async () => void (await command(session, 'DELETE')),
  };
}
