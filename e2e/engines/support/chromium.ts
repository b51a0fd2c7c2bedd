import { chromium } from '@playwright/test';
import { sandboxArgs } from '../../support/camera-file.ts';
import { answerOf, type Browser, type Question, sourceOf, type Tab } from './browser.ts';

/**
 * Starts Chromium, which Playwright otherwise tests itself, for a comparison with the others.
 * @param path of the program
 */
export async function startChromium(path: string): Promise<Browser> {
  const args = [...sandboxArgs(), '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const browser = await chromium.launch({ executablePath: path, args });
  return {
    engine: 'chromium',
    async newTab(): Promise<Tab> {
      const context = await browser.newContext();
      const page = await context.newPage();
      return {
        version: `Chromium ${browser.version()}`,
        open: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        ask: async <Argument, Answer>(question: Question<Argument, Answer>, argument: Argument) =>
          answerOf(await page.evaluate<string>(`(${sourceOf(question, argument)})()`)) as Answer,
        run: async (source) => void (await page.evaluate(`(() => { ${source} })()`)),
        click: ({ x, y }) => page.mouse.click(x, y),
        async press(keys, delayMs) {
          for (const key of keys) {
            await page.keyboard.press(key);
            await new Promise((resolve) => setTimeout(resolve, delayMs));
          }
        },
        resize: (size) => page.setViewportSize(size),
        pdf: () => page.pdf({ format: 'A4', preferCSSPageSize: true }),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
