import * as z from 'zod/mini';
import { enrolRequestSchema, visitRequestSchema } from '../../../contract/access/people.ts';

/** The shop that a device moves to, and its name there. */
export const moveDeviceSchema = z.extend(visitRequestSchema, { name: enrolRequestSchema.shape.name });
export type MoveDeviceRequest = z.infer<typeof moveDeviceSchema>;
