import { expect, it } from 'vitest';
import { addressWithCode, codeIn } from './enrolment-link.ts';

it('an enrolment code is in the fragment of its address, which is not sent to servers', () => {
  const address = new URL(addressWithCode('https://till.example', 'ABCD-2345'));
  expect([address.pathname, address.search]).toEqual(['/', '']);
  expect(codeIn(address.hash)).toBe('ABCD-2345');
});

it.each(['', '#', '#other=1', '#enrol='])('an address that ends with "%s" contains no code', (fragment) => {
  expect(codeIn(fragment)).toBe('');
});
