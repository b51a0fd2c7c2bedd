import { IdCard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ScanEvent } from '../scan/scan-event.ts';
import { Button } from '../ui/button.tsx';
import { useDoorWords } from '../words/words.tsx';

/* The camera is fetched by whoever wants it: most tills are opened by a name. */
const CameraScanner = lazy(() => import('../scan/camera-scanner.tsx').then(({ CameraScanner: scanner }) => ({ default: scanner })));

/** Reads a badge with the camera, once somebody asks for it. */
export function BadgeCamera({ onScan }: { readonly onScan: (scan: ScanEvent) => void }) {
  const { unlock } = useDoorWords();
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
