import { featureEndpoints } from '../../features/contract.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { onboardingEndpoints } from './onboarding-endpoints.ts';
import { tillEndpoints } from './till-endpoints.ts';

/**
 * The one table of routes; both sides read it.
 *
 * Each route has its path, its allowed callers, and the schemas of request and response.
 */
export const endpoints = { ...onboardingEndpoints, ...tillEndpoints, ...officeEndpoints, ...featureEndpoints } as const;

export type EndpointName = keyof typeof endpoints;
export type CoreEndpointName = Exclude<EndpointName, keyof typeof featureEndpoints>;
