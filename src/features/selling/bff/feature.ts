import { defineServer, fromAll } from '../../../bff/app/feature.ts';

import { createDeriveStatuses } from '../../../bff/redemption/journal/derive-statuses.ts';
import type { issueEndpoints } from '../contract/endpoints.ts';
import { isIssueOpen } from '../contract/issue.ts';
import { issueCases } from './issue-case.ts';
import { issueEventsOf } from './issue-events.ts';
import { foldIssue, issueFactSchema } from './issue-facts.ts';
import { createIssueJournal, ISSUE_LINES } from './issue-journal.ts';
import { issueSource } from './issue-source.ts';
import { createVoucherCalls } from './issuer-calls.ts';
import { createIssues } from './issues.ts';
import { createContinueIssue } from './make-requests.ts';
import { issueRoutes } from './route.ts';

export const selling = defineServer({
  name: 'selling',
  issuerCalls: createVoucherCalls,
  summaries: {
    products: 'Products that can be sold.',
    product: 'One product.',
    putIssue: 'Orders vouchers from the issuer, once per id.',
    issue: 'Returns the state of an order.',
    myIssues: 'The caller’s latest orders. With `all`, everyone’s, for managers.',
    stopIssue: 'Stops an order: no further requests are sent to the issuer.',
    resumeIssue: 'Orders the remaining vouchers.',
    takeBackIssue: 'Returns a sale: puts its vouchers on hold, with the number of the register’s refund.',
    undoReturn: 'Undoes the return of a sale: releases its vouchers from hold, and the sale counts again.',
    issueStates: 'The current states of an order’s vouchers at the issuer.',
    printIssue: 'Returns vouchers of an order for printing.',
    sendVoucher: 'Returns the link of one voucher for sending.',
    showVoucher: 'Returns one voucher to be shown on the screen.',
  } satisfies Record<keyof typeof issueEndpoints, string>,
  examples: {
    putIssue: { productCode: 'GIFT10', quantity: 1 },
    issueStates: { from: 0 },
    printIssue: { print: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60' },
    sendVoucher: { sending: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', position: 0 },
    showVoucher: { showing: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', position: 0 },
    takeBackIssue: { reason: 'a wrong amount' },
  },
  money: {
    requests: ['putIssue', 'resumeIssue'],
    follows: [
      'issue',
      'stopIssue',
      'takeBackIssue',
      'undoReturn',
      'issueStates',
      'printIssue',
      'sendVoucher',
      'showVoucher',
    ],
  },
  unconfirmed: {
    takeBackIssue: 'decides one operation, with its evidence in the trail, while a customer waits',
    undoReturn: 'decides one operation, with its evidence in the trail, while a customer waits',
  },
  lines: { issue: ISSUE_LINES },
  statusDerivations: { issue: createDeriveStatuses(issueFactSchema, foldIssue, isIssueOpen) },
  create(core, _, hooksOf) {
    const holdsOf = () => {
      const [holds] = hooksOf('voucherHolds');
      if (holds === undefined) throw new Error('No feature can put the vouchers of a returned sale on hold');
      return holds;
    };
    const { shop, settler } = core;
    const issueJournal = createIssueJournal(core.tools);
    const goOn = createContinueIssue({ ...core, journal: issueJournal });
    const issues = createIssues({
      ...core,
      sentPrintouts: (...of) => fromAll(hooksOf('sentPrintouts'), ...of),
      holds: {
        putAll: (...of) => holdsOf().putAll(...of),
        releaseAll: (...of) => holdsOf().releaseAll(...of),
      },
      journal: issueJournal,
      goOn: (issue) => goOn(issue, settler.watch),
    });
    return {
      parts: { issues, issueJournal },
      caseKinds: [issueCases({ ...core, journal: issueJournal, goOn })],
      voucherEvents: async (of, { ref }) => (ref === null ? [] : issueEventsOf(await issueJournal.ofVoucher(of, ref))),
      attentionSources: [issueSource({ shop, issues: issueJournal })],
      routes: ({ on }) => issueRoutes(on, issues),
    };
  },
});
