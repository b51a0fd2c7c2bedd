import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { forgetWithPerson } from './person-change.ts';

const SESSION = ['session'];
const sessionOf = (id: string) => ({ person: { id, name: id, role: 'cashier' }, expiresAt: '' });

function opened() {
  const client = new QueryClient();
  forgetWithPerson(client, SESSION);
  const keys = [
    ['transactions', 'lines', 1],
    ['closings'],
    ['people', 'everybody'],
    ['people'],
    ['shop'],
    ['practice'],
  ];
  client.setQueryData(SESSION, sessionOf('mei'));
  for (const key of keys) client.setQueryData(key, 'told');
  const left = () => keys.filter((key) => client.getQueryData(key) === 'told').map((key) => key.join(' '));
  return { client, left };
}

it('a person’s data is deleted when another person signs in, while the device’s data stays', () => {
  const { client, left } = opened();
  client.setQueryData(SESSION, null);
  client.setQueryData(SESSION, sessionOf('ana'));
  expect(left()).toEqual(['people', 'shop', 'practice']);
});

it('a person who returns after a lock finds everything unchanged', () => {
  const { client, left } = opened();
  client.setQueryData(SESSION, null);
  client.setQueryData(SESSION, sessionOf('mei'));
  expect(left()).toHaveLength(6);
});
