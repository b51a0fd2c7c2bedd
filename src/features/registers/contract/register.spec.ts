import { describe, expect, it } from 'vitest';
import { readPayLink, registerOriginOf, returnOriginOf, signedLink } from './register.ts';

const BACK = 'https://register.example/back?till=1';
const query = (changes: Record<string, string | null> = {}) => {
  const given = { amount: '2340', currency: 'SGD', reference: 'R-1029', return_url: BACK, state: 'abc', ...changes };
  const said = Object.entries(given).filter((one): one is [string, string] => one[1] !== null);
  return `?${new URLSearchParams(said)}`;
};

describe('a register’s link', () => {
  it('contains the amount due, the number, and the return address', () => {
    const link = { amount: 2340, currency: 'SGD', reference: 'R-1029', returnUrl: BACK, state: 'abc' };
    expect(readPayLink(query(), 'SGD')).toEqual({ link });
    expect(readPayLink(query({ state: null }), 'SGD')).toEqual({ link: { ...link, state: '' } });
  });

  it('is signed over all of its sorted parts, as the register encodes them', () => {
    const read = readPayLink(query({ sig: 'a-b_c' }), 'SGD');
    const link = 'link' in read ? read.link : null;
    expect(link).toMatchObject({ sig: 'a-b_c' });
    const said = new URLSearchParams(query());
    said.sort();
    expect(link && signedLink(link)).toBe(said.toString());
    expect(link && signedLink({ ...link, state: '' })).not.toContain('state');
  });

  it.each([
    ['no amount', { amount: null }, 'amount'],
    ['a negative amount', { amount: '-5' }, 'amount'],
    ['an amount of zero', { amount: '0' }, 'amount'],
    ['an amount with a point', { amount: '23.40' }, 'amount'],
    ['an amount above the maximum', { amount: '1000000001' }, 'amount'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['no currency', { currency: null }, 'currency'],
    ['no number', { reference: null }, 'reference'],
    ['a number that is too long', { reference: 'R'.repeat(41) }, 'reference'],
    ['a number that reverses the text direction', { reference: 'R\u202e1' }, 'reference'],
    ['no return address', { return_url: null }, 'return'],
    ['a state that is too long', { state: 'x'.repeat(201) }, 'state'],
    ['an invalid signature', { sig: 'a+b=' }, 'signature'],
    ['an empty signature', { sig: '' }, 'signature'],
  ])('is not understood if it has %s', (_, changes, fault) => {
    expect(readPayLink(query(changes), 'SGD')).toEqual({ fault });
  });

  it('is refused if it contains a value twice', () => {
    expect(readPayLink(`${query()}&amount=1`, 'SGD')).toEqual({ fault: 'amount' });
    expect(readPayLink(`${query()}&return_url=https%3A%2F%2Fevil.example`, 'SGD')).toEqual({ fault: 'return' });
    expect(readPayLink(`${query()}&state=b`, 'SGD')).toEqual({ fault: 'state' });
    expect(readPayLink(`${query({ sig: 'a' })}&sig=b`, 'SGD')).toEqual({ fault: 'signature' });
  });
});

describe('the return address', () => {
  it.each([
    [BACK, 'https://register.example'],
    ['https://register.example:8443/', 'https://register.example:8443'],
    ['http://127.0.0.1:3000/back', 'http://127.0.0.1:3000'],
    ['http://localhost/back', 'http://localhost'],
  ])('%s belongs to %s', (url, origin) => {
    expect(returnOriginOf(url)).toBe(origin);
  });

  it.each([
    'http://register.example/back',
    'http://127.0.0.1.evil.example/',
    'https://user:secret@register.example/',
    'https://user@register.example/',
    'https://register.example/#back',
    'https://register.example/back?status=taken',
    'https://register.example/back?sig=x',
    'https://register.example/back?asked=1',
    'https://register.example/back?at=1',
    'https://*.example/',
    'https://register.example;x/',
    'https://register.example,x/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//register.example/back',
    '/back',
    'register.example',
    '',
    `https://register.example/${'x'.repeat(500)}`,
  ])('%s is not a return address', (url) => {
    expect(returnOriginOf(url)).toBeNull();
  });

  it('a register is listed only by its origin', () => {
    expect(registerOriginOf(' https://Register.Example/ ')).toBe('https://register.example');
    expect(
      ['https://register.example/back', 'https://register.example?x', 'http://register.example', 'register'].map(
        registerOriginOf,
      ),
    ).toEqual([null, null, null, null]);
  });
});
