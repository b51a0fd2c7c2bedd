import type { CameraMessages } from '../words/camera/en.ts';

/** The space of the camera's picture. */
export const PICTURE_CLASS = 'relative isolate aspect-4/3 h-full max-h-[50dvh] min-h-60 w-full overflow-hidden card';

/** Shown until there is a picture. */
export function CameraStarting({ messages }: { readonly messages: Pick<CameraMessages, 'starting' | 'meanwhile'> }) {
  return (
    <p className="absolute inset-0 grid place-content-center p-4 text-center text-section text-neutral-9">
      <span>
        {messages.starting}
        <br />
        {messages.meanwhile}
      </span>
    </p>
  );
}
