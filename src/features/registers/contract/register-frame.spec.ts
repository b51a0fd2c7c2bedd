import { describe, expect, it } from 'vitest';
import { frameReport, readFrame, readFrameMessage } from './register-frame.ts';

const query = (changes: Record<string, string> = {}) =>
  `?${new URLSearchParams({ origin: 'https://register.example', register_id: 'front', amount: '23.40', ...changes })}`;

describe('the address of a frame', () => {
  it('contains the amount due in major units, and optionally the sale number and a signature', () => {
    const asked = { origin: 'https://register.example', registerId: 'front', amount: 2340, partial: false };
    expect(readFrame(query(), 'SGD')).toEqual({ asked: { ...asked, reference: null, sig: null } });
    const whole = query({ reference: 'R-1029', sig: 'a-b_c' });
    expect(readFrame(whole, 'SGD')).toEqual({ asked: { ...asked, reference: 'R-1029', sig: 'a-b_c' } });
  });

  it.each([
    ['of more than one host', { origin: 'https://*.example' }, 'origin'],
    ['that would end a content policy', { origin: 'https://a.example;x' }, 'origin'],
    ['with an invalid signature', { sig: 'a+b=' }, 'signature'],
    ['with more decimals than the currency', { amount: '23.405' }, 'amount'],
  ])('%s is refused', (_, changes, fault) => {
    expect(readFrame(query(changes), 'SGD')).toEqual({ fault });
  });
});

it('the page of a register names its sale, and may sign it', () => {
  const said = (sale: object) => readFrameMessage(JSON.stringify({ step: 'DATA', register_sale: sale }));
  expect(said({ id: 'R-1029' })).toMatchObject({ register_sale: { id: 'R-1029' } });
  expect(said({ id: 'R-1029', sig: 'a-b_c' })).toMatchObject({ register_sale: { sig: 'a-b_c' } });
  expect(said({ id: 'R-1029', sig: 'a+b=' })).toBeNull();
});

it('a page receives the requested and the redeemed amount, so that it can compare both with its own', () => {
  const told = frameReport(
    'https://register.example/?status=taken&amount=100&asked=100&left_to_pay=0&currency=SGD&sale=s&sig=x',
  );
  expect(told).toMatchObject({ step: 'ACCEPT', taken: 100, asked: 100, left_to_pay: 0 });
});
