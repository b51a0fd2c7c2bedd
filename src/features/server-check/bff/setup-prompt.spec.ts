import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createPrompt } from './setup-prompt.ts';

function promptOn(isTerminal: boolean) {
  const input = new PassThrough();
  let written = '';
  const prompt = createPrompt({ input, output: { write: (text: string) => Boolean((written += text)) }, isTerminal });
  return { input, prompt, written: () => written };
}

it('a secret is hidden while it is typed, and other answers are visible', async () => {
  const { input, prompt, written } = promptOn(true);
  const id = prompt.ask('Id: ', false);
  input.write('shop-7\r');
  const secret = id.then(() => prompt.ask('Secret: ', true));
  await id;
  input.write('open-sesame\r');
  const after = secret.then(() => prompt.ask('Currency: ', false));
  await secret;
  input.write('SGD\r');
  expect([await id, await secret, await after]).toEqual(['shop-7', 'open-sesame', 'SGD']);
  expect(written()).toMatch(/Id: .*shop-7[^]*Secret: \(not shown\)[^]*Currency: .*SGD/);
  expect(written()).not.toContain('sesame');
  prompt.close();
});

it('answers from a file may arrive before the questions, and the end of the file stops the set-up', async () => {
  const { input, prompt } = promptOn(false);
  input.end('shop-7\nopen-sesame\n');
  expect([await prompt.ask('Id: ', false), await prompt.ask('Secret: ', true)]).toEqual(['shop-7', 'open-sesame']);
  await expect(prompt.ask('Currency: ', false)).rejects.toThrow('The same command continues from here');
});
