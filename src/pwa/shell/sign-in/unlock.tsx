import { useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { type Person, placeOf } from '../../../contract/access/people.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { isInFrame } from '../../api/in-frame.ts';
import { peopleQuery, trainingQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { InBackground } from '../../ui/in-background.tsx';
import { SEARCHED_FROM } from '../../ui/limits.ts';
import { useInitialMessages, usePersonLanguage } from '../../words/words.tsx';
import type { FirstPinProps } from '../feature.ts';
import { Loaded } from '../loaded.tsx';
import { UpdateLine } from '../update.tsx';
import { UpdateLockedTill } from '../update-unused.tsx';
import { useShop } from '../use-session.ts';
import { CheckLink } from './check-link.tsx';
import { NameList, type NameListProps } from './name-list.tsx';
import { PinEntry } from './pin-entry.tsx';
import { useBadge } from './use-badge.tsx';
import { Welcome } from './welcome.tsx';

interface UnlockProps {
  readonly saleWaits: boolean;
  readonly mayReload: boolean;
  /** Other work that waits for a user to sign in. */
  readonly children: ReactNode;
}

/** The lock screen: a choice of people, then the PIN. */
export function Unlock({ saleWaits, mayReload, children }: UnlockProps) {
  const { unlock } = useInitialMessages();
  const [person, setPerson] = useState<Person | null>(null);
  const { pins, isKnown } = useTrainingPins();
  const shop = useShop();
  const { badges, name } = shop;
  const badge = useBadge(setPerson);
  usePersonLanguage(person?.language ?? null);
  const lead = saleWaits ? { lead: unlock.tenderWaits } : {};
  if (person !== null) {
    return (
      <Welcome title={unlock.pinFor(person.name)} isPersonal {...lead}>
        {children}
        {badge.status}
        {person.needsPin ? (
          <Suspense>
            <FirstPin key={person.id} person={person} saleWaits={saleWaits} />
          </Suspense>
        ) : (
          <PinEntry key={person.id} person={person} practicePin={pins.get(person.id)} saleWaits={saleWaits} />
        )}
        <Button
          variant="quiet"
          onClick={() => {
            badge.forget();
            setPerson(null);
          }}
        >
          {unlock.someoneElse}
        </Button>
      </Welcome>
    );
  }
  return (
    <Welcome title={unlock.title} place={placeOf(shop)} {...(badges && { lead: unlock.badgeOrName })} {...lead}>
      {mayReload && <UpdateLine />}
      {mayReload && <UpdateLockedTill />}
      {children}
      {badge.status}
      {badges && <BadgeCamera onScan={badge.scan} />}
      <Names pins={pins} isKnown={isKnown} onChoose={setPerson} />
      {!saleWaits && !isInFrame() && <CheckLink />}
      {name !== undefined && !isInFrame() && (
        /* Its line is reserved, so that no name moves while it is tapped. */
        <div className="min-h-12">
          <InBackground>
            <LockScreenParts />
          </InBackground>
        </div>
      )}
    </Welcome>
  );
}

interface NamesProps {
  readonly pins: ReadonlyMap<string, string>;
  readonly isKnown: boolean;
  readonly onChoose: (person: Person) => void;
}

/** Names appear together with their training PINs, so that no name moves while it is tapped. */
function Names({ isKnown, pins, onChoose }: NamesProps) {
  const { common, unlock } = useInitialMessages();
  const people = useQuery(peopleQuery);
  const query = isKnown ? people : { ...people, data: undefined };
  const entryOf = (person: Person) => {
    const pin = pins.get(person.id);
    const detail = [common.roles[person.role], pin !== undefined && unlock.trainingPin(pin)];
    const { id, name } = person;
    return { id, name, detail: detail.filter(Boolean).join(' · '), onChoose: () => onChoose(person) };
  };
  return (
    <Loaded query={query}>
      {(loaded) => {
        if (loaded.length === 0) return <p>{unlock.noPeople}</p>;
        const entries = loaded.map(entryOf);
        return entries.length < SEARCHED_FROM ? <NameList people={entries} /> : <SearchedNames people={entries} />;
      }}
    </Loaded>
  );
}

/** Many people: those with a typed part of their name. */
function SearchedNames({ people }: NameListProps) {
  const { unlock } = useInitialMessages();
  const [part, setPart] = useState('');
  const id = useId();
  const hasPart = ({ name }: { readonly name: string }) =>
    name.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
  return (
    <div className="relative">
      <div className="absolute inset-x-0 top-0 grid gap-1">
        <label htmlFor={id} className="text-label font-medium text-neutral-11">
          {unlock.findName}
        </label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          value={part}
          onChange={({ target }) => setPart(target.value)}
          className="min-h-12 w-full rounded-button border border-neutral-8 bg-neutral-2 px-3 text-neutral-12"
        />
      </div>
      <NameList people={people.filter(hasPart)} isSearched />
    </div>
  );
}

/**
 * PINs of the training people by id; none with a real issuer.
 *
 * Requested only after the server has sent people to this device: the request would enrol an
 * unknown device, such as a frame or a revoked one that started with the last known data.
 */
function useTrainingPins(): { readonly pins: ReadonlyMap<string, string>; readonly isKnown: boolean } {
  const { practice } = useShop();
  const { isSuccess: belongs } = useQuery(peopleQuery);
  const { data, isError } = useQuery({ ...trainingQuery, enabled: practice && belongs });
  const pins = new Map(data?.people.map(({ id, pin }) => [id, pin]));
  return { pins, isKnown: !practice || data !== undefined || isError };
}

/* Loaded on demand, because a server with one shop needs none. */
const LockScreenParts = lazy(() =>
  import('../slots.ts').then(({ slotsOf }) => ({
    default: () => slotsOf('lockScreen').map((Part, position) => <Part key={position} />),
  })),
);

/* Loaded on demand, because a person needs it once. */
const FirstPin = lazy(() =>
  import('../slots.ts').then(({ slotsOf }) => ({
    default: (props: FirstPinProps) => slotsOf('firstPin').map((Part, position) => <Part key={position} {...props} />),
  })),
);

/* Loaded on demand, because most users sign in by name. */
const CameraScanner = lazy(() =>
  import('../../scan/camera-scanner.tsx').then(({ CameraScanner: scanner }) => ({ default: scanner })),
);

function BadgeCamera({ onScan }: { readonly onScan: (scan: ScanEvent) => void }) {
  const { unlock } = useInitialMessages();
  const [isOn, setOn] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {isOn && (
        <Suspense>
          <CameraScanner onScan={onScan} paused={false} />
        </Suspense>
      )}
      <Button onClick={() => setOn(!isOn)}>
        <IdCard aria-hidden strokeWidth={1.75} size={20} />
        {isOn ? unlock.badgeCameraOff : unlock.badgeCamera}
      </Button>
    </div>
  );
}
