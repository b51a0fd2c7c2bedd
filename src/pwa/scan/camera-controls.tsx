import { Flashlight, ScanSearch, SwitchCamera, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import type { Camera } from '../../reader/camera.ts';
import { Select } from '../ui/select.tsx';
import { useMessages } from '../words/words.tsx';

const CONTROL =
  'inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-button bg-neutral-2/90 px-3 font-medium';

interface CameraControlsProps {
  readonly camera: Camera;
  readonly onChoose: (label: string) => void;
  readonly onRefine: (fine: boolean) => void;
}

/**
 * Torch, zoom and choice of camera, if the device has them, and a higher resolution for small
 * codes.
 */
export function CameraControls({ camera, onChoose, onRefine }: CameraControlsProps) {
  const { fine } = useMessages().camera;
  return (
    <div className="absolute inset-x-2 bottom-2 flex flex-wrap items-center justify-end gap-2">
      {camera.zoom && <Zoom camera={camera} zoom={camera.zoom} />}
      <button
        type="button"
        aria-label={fine}
        title={fine}
        aria-pressed={camera.fine}
        className={`${CONTROL} aria-pressed:bg-accent aria-pressed:text-on-accent`}
        onClick={() => onRefine(!camera.fine)}
      >
        <ScanSearch aria-hidden strokeWidth={1.75} />
      </button>
      {camera.hasTorch && <Torch camera={camera} />}
      {camera.cameras.length > 1 && <Choice camera={camera} onChoose={onChoose} />}
    </div>
  );
}

function Torch({ camera }: { readonly camera: Camera }) {
  const { torch } = useMessages().camera;
  const [on, setOn] = useState(false);
  // If the system refuses the torch (too hot, battery low), the button stays as it is.
  const toggle = () =>
    camera.setTorch(!on).then(
      () => setOn(!on),
      () => setOn(on),
    );
  return (
    <button
      type="button"
      aria-pressed={on}
      className={`${CONTROL} aria-pressed:bg-attention aria-pressed:text-on-attention`}
      onClick={() => void toggle()}
    >
      <Flashlight aria-hidden strokeWidth={1.75} />
      {torch}
    </button>
  );
}

function Zoom({ camera, zoom }: { readonly camera: Camera; readonly zoom: NonNullable<Camera['zoom']> }) {
  const { zoom: label } = useMessages().camera;
  const [value, setValue] = useState(zoom.initial);
  const change = (magnification: number) => {
    setValue(magnification);
    camera.setZoom(magnification).catch(() => setValue(zoom.initial));
  };
  return (
    <label className={`${CONTROL} min-w-0 flex-1 justify-start`}>
      <ZoomIn aria-hidden strokeWidth={1.75} className="shrink-0" />
      <span className="spoken">{label}</span>
      <input
        type="range"
        min={zoom.min}
        max={zoom.max}
        step={zoom.step || 'any'}
        value={value}
        onChange={(event) => change(event.target.valueAsNumber)}
        className="h-12 w-full min-w-16 accent-accent"
      />
    </label>
  );
}

function Choice({ camera, onChoose }: { readonly camera: Camera; readonly onChoose: (label: string) => void }) {
  const messages = useMessages().camera;
  return (
    <Select
      label={messages.choose}
      labelled="hidden"
      look="bare"
      icon={<SwitchCamera aria-hidden strokeWidth={1.75} className="shrink-0" />}
      className={`${CONTROL} max-w-48 pr-0`}
      value={camera.label}
      onChoose={onChoose}
    >
      {camera.cameras.map(({ deviceId, label }, index) => (
        <option key={deviceId} value={label}>
          {label || messages.unnamed(index + 1)}
        </option>
      ))}
    </Select>
  );
}
