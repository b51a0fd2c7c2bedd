import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { FileQuery } from '../../../contract/platform/csv.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call, callForFile } from '../../../pwa/api/live.ts';
import { devicesQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { FleetDevice } from '../contract/fleet.ts';
import { concernsOf } from './device-facts.ts';
import { REPORTED_WITHIN_MS } from './limits.ts';

const fleetQuery = queryOptions({
  /* A device that joins or is revoked changes both lists. */
  queryKey: [...devicesQuery.queryKey, 'fleet'],
  queryFn: ({ signal }) => call('fleet', { signal }),
});

/** Facts about a device, below its name in the list of devices. */
export function DeviceFacts({ id }: { readonly id: string }) {
  const now = useNow(60_000);
  const { data: fleet } = useQuery(fleetQuery);
  const device = fleet?.devices.find((one) => one.id === id);
  if (fleet === undefined || device === undefined) return null;
  return <DeviceLine device={device} version={fleet.version} now={now} />;
}

interface DeviceLineProps {
  readonly device: FleetDevice;
  /** The version of the server. */
  readonly version: string;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** The newest report of a device, and reasons to look at it. */
export function DeviceLine({ device, version, now }: DeviceLineProps) {
  const messages = usePageMessages('fleet');
  const { ago } = useFormat();
  const { report, printer } = device;
  const facts =
    report === null
      ? [messages.noReport]
      : [
          messages.version(report.version),
          report.browser,
          ...(report.reads === null ? [] : [messages.reads[report.reads]]),
          ...(printer === null ? [] : [messages.printer(printer)]),
          report.locked ? messages.locked : messages.open,
          messages.reported(ago(report.at, now)),
        ];
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-1 text-label text-neutral-9">
      <span className="wrap-anywhere">{facts.join(' · ')}</span>
      <span className="flex flex-wrap gap-1 empty:hidden">
        {concernsOf(device, version, now).map((concern) => (
          <Chip key={concern} tone="attention">
            {concern === 'unsent' ? messages.concerns.unsent(report?.unsent ?? 0) : messages.concerns[concern]}
          </Chip>
        ))}
      </span>
    </span>
  );
}

/** Below the list of devices: asks for new reports, or saves them as a file. */
export function FleetActions() {
  const messages = usePageMessages('fleet');
  const fleet = useQuery(fleetQuery);
  const ask = useMutation({
    async mutationFn() {
      await call('askForReports', { body: {} });
      await new Promise((resolve) => setTimeout(resolve, REPORTED_WITHIN_MS));
      await fleet.refetch();
    },
  });
  const save = useMutation({
    mutationFn: async (query: FileQuery) => saveFile(await callForFile('fleetExport', undefined, query), 'fleet.csv'),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FailureNotice failure={failureOrNull(fleet.error ?? ask.error ?? save.error)} />
      <p className="text-label text-neutral-9">{messages.lead}</p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
          <RefreshCw aria-hidden strokeWidth={1.75} size={20} />
          {messages.refresh}
        </Button>
        <SaveButtons isBusy={save.isPending} onSave={save.mutate} />
      </div>
    </div>
  );
}
