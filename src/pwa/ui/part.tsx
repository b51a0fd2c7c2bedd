import { type ComponentType, useEffect, useState } from 'react';

/** A lazy part of the app, loaded once. `here` has its module after that. */
export interface Part<M> {
  (): Promise<M>;
  readonly here: () => M | null;
}

/** Creates a lazy part of the app. After a failure, the next use loads it again. */
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
 * Creates a component of a part that is empty until the part is loaded, for small pages that the
 * user waits for.
 *
 * React hides suspended content for 300 ms, even if it loads in ten; but it renders that in slices,
 * which large pages need more.
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
