import { type Activations, createActivations } from './activation/activations.ts';
import type { Approve } from './activation/approval.ts';
import { createRefuseCardCodes } from './activation/card-codes.ts';
import { activationRoutes } from './activation/route.ts';
import { activationSource } from './attention/activations.ts';
import { issueSource } from './attention/issues.ts';
import type { AttentionSource } from './attention/source.ts';
import type { Audit } from './audit/audit.ts';
import type { Router } from './http/route.ts';
import { createIssues, type Issues } from './issue/issues.ts';
import { issueRoutes } from './issue/route.ts';
import type { IssuerAdmin } from './issuer/admin-port.ts';
import type { Issuer } from './issuer/port.ts';
import type { Changes } from './journal/changes.ts';
import type { Journals } from './journal/journals.ts';
import type { Logger } from './logging.ts';
import type { Clock, Random } from './ports.ts';
import { createRuns } from './runs.ts';
import { activationCases } from './settle/activation-case.ts';
import type { CaseKind } from './settle/cases.ts';
import { issueCases } from './settle/issue-case.ts';
import type { Settler } from './settle/settler.ts';

/** What activating and selling need of the issuer. */
export type StockIssuer = Pick<IssuerAdmin, 'activate' | 'deactivate' | 'issue' | 'catalogue' | 'product' | 'vouchersById'> &
  Pick<Issuer, 'checkByRef'>;

export interface StockOptions {
  readonly shop: string;
  readonly journals: Pick<Journals, 'activations' | 'issues'>;
  readonly issuer: StockIssuer;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly audit: Audit;
  readonly changes: Changes;
  readonly currency: string;
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
  /** This server. */
  readonly serverId: number;
  /** Asked before an activation begins. */
  readonly approve: Approve;
  /** The settler that gets {@link Stock.cases}. */
  readonly watch: Settler['watch'];
}

/** Activating cards and selling vouchers. */
export interface Stock {
  readonly activations: Activations;
  readonly issues: Issues;
  readonly cases: readonly CaseKind[];
  readonly sources: readonly AttentionSource[];
  routes(on: Router['on']): void;
  /** Lets what is with the issuer end, and stops what would follow. */
  close(): Promise<void>;
}

export function createStock({ journals, watch, ...shared }: StockOptions): Stock {
  const { shop } = shared;
  const runs = createRuns(shared);
  const activations = createActivations({ ...shared, refuseCardCodes: createRefuseCardCodes(shared), runs, journal: journals.activations });
  const issues = createIssues({ ...shared, runs, journal: journals.issues, settler: { watch } });
  return {
    activations,
    issues,
    cases: [
      activationCases({ ...shared, journal: journals.activations, goOn: activations.goOn }),
      issueCases({ ...shared, journal: journals.issues, goOn: issues.goOn }),
    ],
    sources: [activationSource({ shop, activations: journals.activations }), issueSource({ shop, issues: journals.issues })],
    routes(on) {
      activationRoutes(on, activations);
      issueRoutes(on, issues);
    },
    close: () => runs.close(),
  };
}
