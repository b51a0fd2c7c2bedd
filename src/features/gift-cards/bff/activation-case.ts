import type { Scope } from '../../../bff/platform/base/scope.ts';
import { Stale } from '../../../bff/redemption/operation/stale.ts';
import type { CaseKind } from '../../../bff/redemption/settle/cases.ts';
import { isActivationOpen } from '../contract/activation.ts';
import { deactivatingRange, sentRange } from './activation-facts.ts';
import type { ActivationJournal, ActivationRecord } from './activation-store.ts';

export interface ActivationCaseDeps {
  readonly shop: Scope;
  readonly journal: ActivationJournal;
  readonly serverId: number;
  /** Sends the next range of an activation that this server lost track of. */
  readonly goOn: (activation: ActivationRecord) => void;
}

/**
 * Takes over activations that a server left behind. Asking the issuer is impossible, because its
 * search does not show activations. The range that was at the issuer becomes unknown, and a person
 * has to resolve it. Waiting ranges wait until a person resumes the activation.
 */
export function activationCases({ shop, journal, serverId, goOn }: ActivationCaseDeps): CaseKind {
  async function settle(activation: ActivationRecord): Promise<void> {
    const { state, server } = activation.status;
    if (!isActivationOpen(state)) return;
    if (server === serverId) return goOn(activation);
    const reason = 'the server stopped while waiting for the response';
    const lost = { reason, evidence: 'server-stopped', refusal: null } as const;
    const deactivating = deactivatingRange(activation.status);
    if (deactivating !== -1) {
      const deactivation = activation.status.ranges[deactivating]?.deactivation;
      await journal.append(activation, {
        kind: 'deactivation_unknown',
        range: deactivating,
        ...(deactivation && { by: deactivation.by }),
        ...lost,
      });
      return;
    }
    const sent = sentRange(activation.status);
    if (sent !== -1) {
      return settle(await journal.append(activation, { kind: 'unknown', range: sent, ...lost }));
    }
    await journal.append(activation, { kind: 'stopped', why: 'server-stopped', by: null });
  }

  return {
    kind: 'activation',
    adopt: (alive) => journal.adopt(shop, alive),
    async find(id) {
      for (;;) {
        const activation = await journal.read(shop, id);
        if (!activation) return null;
        try {
          await settle(activation);
          return null;
        } catch (error) {
          if (!(error instanceof Stale)) throw error;
        }
      }
    },
  };
}
