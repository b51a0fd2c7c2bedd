import type { Role } from '../../../contract/access/people.ts';
import { allRows, type CoverStage } from '../till/till.ts';
import { useTill } from '../till/use-till.tsx';
import { InFlight } from './in-flight.tsx';
import { NotArrived } from './not-arrived.tsx';
import { RejectedRedemption } from './rejected.tsx';
import { Verdict } from './verdict.tsx';

export function SaleCover({ stage, role, onChangeDue }: SaleCoverProps) {
  const till = useTill();
  if (stage.at === 'rejected') return <RejectedRedemption row={stage.row} failure={stage.failure} />;
  const row = allRows(till).find(({ tenderId }) => tenderId === stage.tenderId);
  if (row === undefined) return null;
  if (stage.at === 'flight') return <InFlight row={row} silent={stage.silent} />;
  if (stage.at === 'not-arrived') return <NotArrived row={row} failure={stage.failure} />;
  return (
    <Verdict
      key={`${stage.tenderId} ${stage.view.state}`}
      view={stage.view}
      returnsAt={stage.returnsAt}
      role={role}
      onChangeDue={onChangeDue}
    />
  );
}

interface SaleCoverProps {
  readonly stage: CoverStage;
  readonly role: Role;
  readonly onChangeDue: () => void;
}
