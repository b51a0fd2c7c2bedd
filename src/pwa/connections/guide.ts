import guide from '../../../docs/registers.md?raw';

/** The programs of the guide for registers. */
export type GuideProgram = 'pay-link.mjs' | 'redeem.mjs' | 'webhook.mjs' | 'frame.mjs';

/** The text of a program as it stands in the guide, so that nobody is shown another one. @throws Error where the guide lacks it */
export function programOfGuide(name: GuideProgram): string {
  const start = guide.indexOf(`\`\`\`js\n// ${name}\n`);
  const end = guide.indexOf('\n```', start + 1);
  if (start === -1 || end === -1) throw new Error(`The guide has no ${name}`);
  return guide.slice(start + '```js\n'.length, end);
}
