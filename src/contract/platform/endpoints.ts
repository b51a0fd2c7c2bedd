import { featureEndpoints } from '../../features/contract.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { onboardingEndpoints } from './onboarding-endpoints.ts';
import { tillEndpoints } from './till-endpoints.ts';

/**
 * The one table of routes; both sides read it.
 *
 * It has the path, who may call it, what it takes and what it answers.
 */
export const endpoints = { ...onboardingEndpoints, ...tillEndpoints, ...officeEndpoints, ...featureEndpoints } as const;

export type EndpointName = keyof typeof endpoints;
export type CoreEndpointName = Exclude<EndpointName, keyof typeof featureEndpoints>;
