import { expect, it } from 'vitest';
import { shopSettingsChangeSchema } from './settings.ts';

const addressOf = (shopAddress: string) =>
  shopSettingsChangeSchema.safeParse({ shopAddress }).data?.shopAddress ?? null;

it('printed texts keep their lines, without surrounding spaces', () => {
  expect(addressOf('  12 Tampines Street 83 \r\n Singapore 529684\n\n')).toBe(
    '12 Tampines Street 83\nSingapore 529684',
  );
  expect(addressOf('1\n2\n3\n4\n5\n6')).toBe('1\n2\n3\n4\n5\n6');
  expect(addressOf(' \n ')).toBe('');
});

it.each([
  ['an extra line', '1\n2\n3\n4\n5\n6\n7'],
  ['a line that is too long', 'x'.repeat(61)],
  ['a character that reverses the text direction', 'Tampines \u202e38 teertS'],
  ['a foreign line break', 'Tampines\u2028Street'],
  ['a printer control character', 'Tampines\u001b@'],
])('%s is refused', (_what, text) => {
  expect(addressOf(text)).toBe(null);
});
