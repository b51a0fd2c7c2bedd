import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Person } from '../../../contract/access/people.ts';
import { ISSUE_STATES } from '../../../contract/redemption/states.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { addressOfIssue } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { IssueSummary } from '../contract/issue.ts';
import { latestIssuesQuery } from './queries.ts';
import { useSellings } from './use-selling.ts';

/**
 * The latest sales, newest first; a manager sees everyone's.
 *
 * Orders that the server may not have yet come first.
 */
export function LatestSales({ person }: { readonly person: Person }) {
  const sell = usePageMessages('selling');
  const isManager = person.role === 'manager';
  const { data: issues, error } = useQuery(latestIssuesQuery(isManager));
  const issueIds = new Set(issues?.map(({ id }) => id));
  const waiting = [...useSellings().values()]
    .map(({ operation }) => operation)
    .filter(({ id, personId }) => personId === person.id && !issueIds.has(id));
  return (
    <section aria-labelledby="latest-sales" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="latest-sales" className="text-section font-semibold">
        {isManager ? sell.latestAll : sell.latest}
      </h2>
      <FailureNotice failure={failureOrNull(error)} />
      {issues?.length === 0 && waiting.length === 0 && <p className="text-neutral-9">{sell.nothingSold}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {waiting.map(({ id, productName, order }) => (
          <Row
            key={id}
            id={id}
            name={productName}
            more={sell.vouchers(order.quantity)}
            chip={<Chip tone="unknown">{sell.waiting}</Chip>}
          />
        ))}
        {issues?.map((issue) => (
          <SaleRow key={issue.id} issue={issue} withPerson={isManager} />
        ))}
      </ul>
    </section>
  );
}

function SaleRow({ issue, withPerson }: { readonly issue: IssueSummary; readonly withPerson: boolean }) {
  const sell = usePageMessages('selling');
  const { moment } = useFormat();
  const now = useNow(60_000);
  const { id, state, productName, productCode, quantity, person, createdAt, clientReference } = issue;
  const more = [sell.vouchers(quantity), moment(createdAt, now), withPerson ? person : null, clientReference];
  const name = productName ?? productCode;
  return (
    <Row
      id={id}
      name={name}
      more={more.filter((part) => part !== null).join(' · ')}
      chip={<Chip tone={ISSUE_STATES[state].tone}>{sell.states[state]}</Chip>}
    />
  );
}

function Row({
  id,
  name,
  more,
  chip,
}: {
  readonly id: string;
  readonly name: string;
  readonly more: string;
  readonly chip: React.ReactNode;
}) {
  return (
    <li>
      <Link
        href={addressOfIssue(id)}
        className="card flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 hover:bg-neutral-3"
      >
        <span className="min-w-0">
          <span className="block font-medium">{name}</span>
          <span className="block text-label break-words text-neutral-9 tabular-nums">{more}</span>
        </span>
        {chip}
      </Link>
    </li>
  );
}
