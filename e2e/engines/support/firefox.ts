import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BidiConnection, connectBidi } from './bidi.ts';
import { answerOf, type Browser, clickActions, keyActions, type Question, type Size, sourceOf, type Tab } from './browser.ts';

const START_WITHIN_MS = 60_000;
/**
 * No first-run pages, no calls to Mozilla, and a fake camera and microphone without permission
 * prompts.
 */
const PREFERENCES = {
  'remote.active-protocols': 1,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
} as const;

/** Starts Firefox without windows, and speaks WebDriver BiDi with it. @param path of the program */
export async function startFirefox(path: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'tillside-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    /* Firefox refuses to start as root in a home that is another's. */
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const bidi = await connectBidi(`${await addressOf(child)}/session`);
  const { capabilities } = await bidi.send<{ capabilities: { browserName: string; browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
  });
  return {
    engine: 'firefox',
    newTab: () => openTab(bidi, `${capabilities.browserName} ${capabilities.browserVersion}`),
    async close() {
      const gone = once(child, 'exit');
      await bidi.send('browser.close', {});
      bidi.close();
      await gone;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Firefox prints its address on stderr. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('Firefox has no stderr');
  const said: string[] = [];
  const timer = setTimeout(() => child.kill(), START_WITHIN_MS);
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address !== undefined) return address;
    }
  } finally {
    clearTimeout(timer);
    /* Unread output must not fill the pipe. */
    child.stderr.resume();
  }
  throw new Error(`Firefox did not start:\n${said.join('\n')}`);
}

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value?: unknown } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

/** A tab with separate cookies and storage. */
async function openTab(bidi: BidiConnection, version: string): Promise<Tab> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  const call = async (functionDeclaration: string): Promise<string> => {
    const params = { functionDeclaration, awaitPromise: true, target: { context }, userActivation: false };
    const evaluated = await bidi.send<Evaluated>('script.callFunction', params);
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
    return String(evaluated.result.value);
  };
  return {
    version,
    open: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    ask: async <Argument, Answer>(question: Question<Argument, Answer>, argument: Argument) =>
      answerOf(await call(sourceOf(question, argument))) as Answer,
    run: async (source) => void (await call(`() => { ${source} }`)),
    click: async (spot) => void (await bidi.send('input.performActions', { context, actions: clickActions(spot) })),
    press: async (keys, delayMs) => void (await bidi.send('input.performActions', { context, actions: keyActions(keys, delayMs) })),
    resize: async ({ width, height }: Size) =>
      void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async pdf() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.print', { context, page: { width: 21, height: 29.7 } });
      return new Uint8Array(Buffer.from(data, 'base64'));
    },
    close: async () => void (await bidi.send('browser.removeUserContext', { userContext })),
  };
}
