import { defineServer } from '../../../bff/app/feature.ts';

import { createDeriveStatuses } from '../../../bff/redemption/journal/derive-statuses.ts';
import { isActivationOpen } from '../contract/activation.ts';
import type { activationEndpoints } from '../contract/endpoints.ts';
import { activationCases } from './activation-case.ts';
import { activationFactSchema } from './activation-facts.ts';
import { foldActivation } from './activation-fold.ts';
import { ACTIVATION_LINES, createActivationJournal } from './activation-journal.ts';
import { listActivations } from './activation-list.ts';
import { activationSource } from './activation-source.ts';
import { createActivations } from './activations.ts';
import { createRefuseCardCodes } from './card-codes.ts';
import { cardEventsOf } from './card-events.ts';
import { createCardCalls } from './issuer-calls.ts';
import { listedActivations } from './listed-activations.ts';
import { activationRoutes } from './route.ts';
import { cardsOfLines } from './trail-cards.ts';

export const giftCards = defineServer({
  name: 'gift-cards',
  issuerCalls: createCardCalls,
  summaries: {
    putActivation: 'Activates ranges of cards, once per id.',
    activation: 'Returns the state of an activation.',
    myActivations: 'The caller’s latest activations. With `all`, everyone’s, for managers.',
    stopActivation: 'Stops an activation after the range that the issuer is processing.',
    resumeActivation: 'Sends the remaining ranges.',
    deactivate: 'Deactivates a range.',
  } satisfies Record<keyof typeof activationEndpoints, string>,
  examples: {
    putActivation: { ranges: [{ start: '000101', end: '000102', count: 2 }] },
    deactivate: { range: 0, reason: 'a wrong amount' },
  },
  money: { requests: ['putActivation', 'resumeActivation', 'deactivate'], follows: ['activation', 'stopActivation'] },
  unconfirmed: { deactivate: 'decides one operation, with its evidence in the trail, while a customer waits' },
  lines: { activation: ACTIVATION_LINES },
  statusDerivations: { activation: createDeriveStatuses(activationFactSchema, foldActivation, isActivationOpen) },
  cardsOfLines,
  listsMore: listActivations,
  create(core) {
    const { shop } = core;
    const activationJournal = createActivationJournal(core.tools);
    const activations = createActivations({
      ...core,
      journal: activationJournal,
      refuseCardCodes: createRefuseCardCodes(core),
    });
    return {
      parts: { activations, activationJournal },
      caseKinds: [activationCases({ ...core, journal: activationJournal, goOn: activations.goOn })],
      voucherEvents: async (of, { sequence }) =>
        sequence === null ? [] : cardEventsOf(await activationJournal.withCard(of, sequence), sequence),
      listedOperations: (ids) => listedActivations(core, ids),
      attentionSources: [activationSource({ shop, activations: activationJournal })],
      routes: ({ on }) => activationRoutes(on, activations),
    };
  },
});
