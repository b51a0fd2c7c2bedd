import { expect, it } from 'vitest';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { UNCONFIRMED } from './feature-tables.ts';

const ofManagers = Object.entries<Endpoint>(endpoints).filter(([, { who }]) => who === 'manager' || who === 'office');

it('every change by a manager is confirmed with a passkey, or listed with a reason for the exception', () => {
  const open = ofManagers.filter(([, { method, confirms }]) => method !== 'GET' && confirms !== true);
  expect(
    open.map(([name]) => name).sort(),
    'add `confirms` to the route, or a reason to `unconfirmed` of its feature, or of the core in route-facts.ts',
  ).toEqual(Object.keys(UNCONFIRMED).sort());
});

it('every download by a manager is confirmed, except the support file without vouchers and people', () => {
  const open = ofManagers.filter(([, { stream, confirms }]) => stream !== undefined && confirms !== true);
  expect(open.map(([name]) => name)).toEqual(['supportPacket']);
});
