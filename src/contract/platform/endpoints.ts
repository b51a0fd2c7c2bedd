import { doorEndpoints } from './door-endpoints.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { tillEndpoints } from './till-endpoints.ts';

/** The table of all routes, for both sides: path, callers, request and response. */
export const endpoints = { ...doorEndpoints, ...tillEndpoints, ...officeEndpoints } as const;

export type EndpointName = keyof typeof endpoints;
