import { type ComponentType, useEffect, useState } from 'react';

/** Fetches a part of the app, once; what it is made of stands in `here` from then on. */
export interface Part<M> {
  (): Promise<M>;
  readonly here: () => M | null;
}

/**
 * A part of the app that comes later.
 *
 * What could not be fetched is tried again when it is next asked for.
 */
export function partOf<M extends object>(load: () => Promise<M>): Part<M> {
  let here: M | null = null;
  let coming: Promise<M> | null = null;
  const fetchIt = () => {
    coming ??= load().then(
      (part) => (here = part),
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };
  return Object.assign(fetchIt, { here: () => here });
}

/**
 * A component of a part, and nothing until it has come: for small pages that somebody waits for.
 *
 * React keeps what was suspended from the screen for 300 ms, even if it comes after ten; but it
 * draws that in slices, which large pages need more.
 */
export function whenHere<M extends object, P extends object>(
  part: Part<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> {
  return function WhenHere(props: P) {
    const [module, setModule] = useState(part.here);
    useEffect(() => {
      if (module !== null) return undefined;
      let isStale = false;
      part().then(
        (loaded) => {
          if (!isStale) setModule(loaded);
        },
        (error: unknown) =>
          setModule(() => {
            throw error;
          }),
      );
      return () => {
        isStale = true;
      };
    }, [module]);
    if (module === null) return null;
    const Picked = pick(module);
    return <Picked {...props} />;
  };
}
