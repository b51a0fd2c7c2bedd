import { CameraOff, ScanBarcode, ScanLine } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ExtraCode } from '../../contract/voucher/extra-codes.ts';
import type { Camera } from '../../reader/camera.ts';
import type { CameraProblem } from '../../reader/camera-problem.ts';
import type { Decoded, Point } from '../../reader/decode-protocol.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { Button } from '../ui/button.tsx';
import { useMessages } from '../words/words.tsx';
import { CameraControls } from './camera-controls.tsx';
import { CameraStarting, PICTURE_CLASS } from './camera-starting.tsx';
import { type AllTogether, CodeChoice, CodeNumbers, inReadingOrder, useChoice } from './code-choice.tsx';
import { chooseUsualSource, useHandScanner } from './hand-scanner.ts';
import { FLASH_MS } from './limits.ts';
import { useCamera } from './use-camera.ts';
import { useCameraCodes } from './use-camera-codes.ts';
import { useWakeLock } from './use-wake-lock.ts';

const CORNERS = [
  'top-0 left-0 rounded-tl-card border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-card border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-card border-b-4 border-l-4',
  'bottom-0 right-0 rounded-br-card border-b-4 border-r-4',
] as const;

/** The place of a code that was just read, in pixels of a picture of this size. */
interface Flash {
  readonly outline: readonly Point[];
  readonly size: Point;
}

interface CameraScannerProps {
  readonly onScan: (scan: ScanEvent) => void;
  /** Shows the picture but reads nothing, for example during a check of a voucher. */
  readonly paused: boolean;
  /** Types of codes that the shop enabled in addition. */
  readonly extras?: readonly ExtraCode[];
  /** False for texts to ignore; by default, none. */
  readonly isWanted?: (text: string) => boolean;
  /** An action for several codes at once, or null. */
  readonly together?: AllTogether | null;
  /** Hides the buttons for other ways to enter a code, because the page has them. */
  readonly plain?: boolean;
}

const NO_EXTRAS: readonly ExtraCode[] = [];
const isAnyText = () => true;

/** The live scanner, or a single line on a device that uses a hand scanner. */
export function CameraScanner(props: CameraScannerProps) {
  return useHandScanner() ? <HandScanner plain={props.plain ?? false} /> : <LiveScanner {...props} />;
}

function HandScanner({ plain }: { readonly plain: boolean }) {
  const messages = useMessages().camera;
  return (
    <section aria-label={messages.title} className="flex items-center justify-between gap-3 card py-1 pr-1 pl-4">
      <p role="status" className="flex min-w-0 items-center gap-2 py-2">
        <ScanBarcode aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-neutral-9" />
        {messages.handReady}
      </p>
      {!plain && (
        <Button variant="quiet" className="shrink-0" onClick={() => chooseUsualSource('camera')}>
          {messages.useCamera}
        </Button>
      )}
    </section>
  );
}

/**
 * The live scanner. It fills the width of its container, and its height if it has one. It requests
 * the camera when it appears, explains what to do if there is none, and reports each code once
 * while it stays in view. If several codes are in view, the user chooses one.
 */
function LiveScanner({
  onScan,
  paused,
  extras = NO_EXTRAS,
  isWanted = isAnyText,
  together = null,
  plain = false,
}: CameraScannerProps) {
  const messages = useMessages().camera;
  const { state, choose: chooseCamera, refine, retry } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const [flash, setFlash] = useFlash();
  const { choice, rest, offer, take, takeAll, close, reopen, forget } = useChoice();
  const camera = state.phase === 'live' ? state.camera : null;

  useEffect(() => {
    if (video.current) video.current.srcObject = camera?.stream ?? null;
  }, [camera]);
  useStillPicture(video, choice !== null);
  useWakeLock(camera !== null && !paused);
  const report = ({ text, outline, format, engines }: Decoded) => {
    setFlash({ outline, size: sizeOf(video.current) });
    onScan(scanOf({ text, format, engines }));
  };
  const { isBlack } = useCameraCodes(video, camera, {
    extras,
    isWanted,
    paused: paused || choice !== null,
    onCodes: (codes) => {
      const [only] = codes;
      if (codes.length > 1) offer({ codes: inReadingOrder(codes), size: sizeOf(video.current), isRest: false });
      else if (only) report(only);
    },
    onView: forget,
  });
  const choose = (code: Decoded) => {
    take(code);
    report(code);
  };
  const all = choice &&
    together && {
      label: together.label(choice.codes.length),
      onUse: () => {
        takeAll();
        together.onUse(choice.codes.map(scanOf));
      },
    };

  const isChoosing = state.phase === 'live' && !paused && choice !== null;
  const options = plain ? null : <CameraOptions onRetry={retry} />;
  // Without a picture, its space is not reserved.
  if (state.phase === 'blocked')
    return (
      <section aria-label={messages.title} className="card p-4">
        <Blocked problem={state.problem}>{options}</Blocked>
      </section>
    );
  return (
    <>
      <section aria-label={messages.title} className={`${PICTURE_CLASS} ${flash ? 'outline-4 outline-done' : ''}`}>
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-hidden
          onClick={(event) => camera?.canFocus && focusWhere(event, camera)}
          className={`absolute inset-0 size-full object-cover ${paused ? 'opacity-40' : ''}`}
        />
        {flash && <ReadFrame outline={flash.outline} size={flash.size} />}
        {state.phase === 'live' && !isBlack && !isChoosing && <Finder paused={paused} />}
        {state.phase === 'live' && isBlack && (
          <div className="absolute inset-0 grid place-content-center overflow-y-auto p-4">
            <Blocked problem="black">{options}</Blocked>
          </div>
        )}
        {isChoosing && <CodeNumbers codes={choice.codes} size={choice.size} />}
        {state.phase === 'live' && (
          <CameraControls key={state.camera.label} camera={state.camera} onChoose={chooseCamera} onRefine={refine} />
        )}
        {state.phase === 'live' && !paused && rest && (
          <Button className="absolute bottom-2 left-2" onClick={reopen}>
            <ScanLine aria-hidden strokeWidth={1.75} size={20} />
            {(rest.isRest ? messages.others : messages.inView)(rest.codes.length)}
          </Button>
        )}
        {state.phase === 'starting' && <CameraStarting messages={messages} />}
      </section>
      {isChoosing && <CodeChoice codes={choice.codes} onChoose={choose} onClose={close} all={all} />}
    </>
  );
}

/**
 * Freezes the picture, so that numbers on it stay with their codes. A picture that cannot resume
 * yet does so by itself later.
 */
function useStillPicture(video: RefObject<HTMLVideoElement | null>, isStill: boolean): void {
  useEffect(() => {
    const { current } = video;
    if (!current || !isStill) return undefined;
    current.pause();
    return () => void current.play().catch(() => undefined);
  }, [video, isStill]);
}

const scanOf = ({ text, format, engines }: Pick<Decoded, 'text' | 'format' | 'engines'>): ScanEvent => ({
  text,
  source: 'camera',
  at: Date.now(),
  reading: { format, engines },
});

function sizeOf(video: HTMLVideoElement | null): Point {
  return { x: video?.videoWidth || 1, y: video?.videoHeight || 1 };
}

/** A tap focuses the lens there. If that fails, it keeps its focus. */
function focusWhere({ currentTarget, clientX, clientY }: MouseEvent<HTMLVideoElement>, camera: Camera): void {
  const box = currentTarget.getBoundingClientRect();
  camera.focusAt((clientX - box.left) / box.width, (clientY - box.top) / box.height).catch(() => undefined);
}

/** A flash and an outline around the code that was read, scaled like the video. */
function ReadFrame({ outline, size }: Flash) {
  return (
    <svg
      aria-hidden
      data-read
      viewBox={`0 0 ${size.x} ${size.y}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full bg-done/30"
    >
      {outline.length > 1 && (
        <polygon
          points={outline.map(({ x, y }) => `${x},${y}`).join(' ')}
          vectorEffect="non-scaling-stroke"
          className="fill-done/30 stroke-done stroke-4"
        />
      )}
    </svg>
  );
}

/** The code that was just read, for a moment; null otherwise. */
function useFlash(): readonly [Flash | null, (flash: Flash) => void] {
  const [flash, setFlash] = useState<Flash | null>(null);
  useEffect(() => {
    if (!flash) return undefined;
    const off = setTimeout(() => setFlash(null), FLASH_MS);
    return () => clearTimeout(off);
  }, [flash]);
  return [flash, setFlash];
}

function Finder({ paused }: { readonly paused: boolean }) {
  const messages = useMessages().camera;
  return (
    <div className="absolute inset-[16%]">
      {CORNERS.map((corner) => (
        <span
          key={corner}
          className={`absolute size-9 border-[#fff] drop-shadow-[0_0_1.5px_#000] ${corner} ${paused ? 'opacity-40' : ''}`}
        />
      ))}
      {paused && (
        <p className="grid size-full place-content-center">
          <span className="rounded-full bg-neutral-2 px-4 py-1 font-medium">{messages.paused}</span>
        </p>
      )}
    </div>
  );
}

function Blocked({ problem, children }: { readonly problem: CameraProblem; readonly children: ReactNode }) {
  const messages = useMessages().camera;
  const { title, advice } = messages.problems[problem];
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <CameraOff aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-attention-ink" />
      <h2 className="font-semibold">{title}</h2>
      <p className="max-w-prose basis-full text-label text-neutral-10">
        {advice} {messages.meanwhile}
      </p>
      {children}
    </div>
  );
}

function CameraOptions({ onRetry }: { readonly onRetry: () => void }) {
  const { camera: messages, common } = useMessages();
  return (
    <div className="mt-1 flex basis-full flex-wrap gap-2">
      <Button onClick={onRetry}>{common.tryAgain}</Button>
      <Button onClick={() => chooseUsualSource('hand')}>{messages.handScanner}</Button>
    </div>
  );
}
