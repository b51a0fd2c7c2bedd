import * as z from 'zod/mini';
import { voucherStatusSchema } from '../../../contract/voucher/voucher.ts';
import { openDeviceDatabase } from '../../../pwa/api/database.ts';
import { createOperationOutbox, type OperationOutbox } from '../../../pwa/pending-operations/outbox.ts';
import type { Draft, Sample } from './draft.ts';
import { type PendingActivation, pendingActivationSchema } from './pending-activation.ts';

const sampleSchema = z.object({
  last4: z.string(),
  status: voucherStatusSchema,
  at: z.string(),
  when: z.enum(['before', 'after']),
});
const typedSchema = z.object({ start: z.string(), end: z.string(), count: z.string() });
const draftSchema = z.object({
  hand: typedSchema,
  lines: z.array(z.object({ ...typedSchema.shape, id: z.number() })),
  samples: z.array(sampleSchema),
  digits: z.catch(z.array(z.number()), []),
});

/** The key of the only draft. */
const DRAFT_KEY = 'draft';

/**
 * Stored data of activations: the current list, requests that the server may not have yet, and the
 * samples of each activation.
 */
export interface ActivateOutbox extends OperationOutbox<PendingActivation> {
  readonly saveDraft: (draft: Draft) => Promise<void>;
  readonly draft: () => Promise<Draft | null>;
  readonly addSamples: (activationId: string, samples: readonly Sample[]) => Promise<void>;
  readonly samples: (activationId: string) => Promise<Sample[]>;
}

export function createActivateOutbox(name = 'tillside-activations'): ActivateOutbox {
  const within = openDeviceDatabase(name, (db) => {
    db.createObjectStore('wishes', { keyPath: 'id' });
    db.createObjectStore('draft');
    db.createObjectStore('samples');
  });
  return {
    ...createOperationOutbox(within, 'wishes', pendingActivationSchema),
    saveDraft: async (draft) => void (await within((db) => db.put('draft', draft, DRAFT_KEY))),
    draft: async () => draftSchema.safeParse(await within((db) => db.get('draft', DRAFT_KEY))).data ?? null,
    addSamples: async (activationId, samples) => {
      if (samples.length === 0) return;
      await within(async (db) => {
        const transaction = db.transaction('samples', 'readwrite');
        const before = samplesOf(await transaction.store.get(activationId));
        await Promise.all([transaction.store.put([...before, ...samples], activationId), transaction.done]);
      });
    },
    samples: async (activationId) => samplesOf(await within((db) => db.get('samples', activationId))),
  };
}

/** An activation without samples has no entry. */
function samplesOf(kept: unknown): Sample[] {
  return z.array(sampleSchema).parse(kept ?? []);
}
