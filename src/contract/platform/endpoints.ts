import { doorEndpoints } from './door-endpoints.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { tillEndpoints } from './till-endpoints.ts';

/**
 * The one table of routes; both sides read it.
 *
 * It has the path, who may call it, what it takes and what it answers.
 */
export const endpoints = { ...doorEndpoints, ...tillEndpoints, ...officeEndpoints } as const;

export type EndpointName = keyof typeof endpoints;
