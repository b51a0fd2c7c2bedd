import { type ComponentType, startTransition, useEffect, useState } from 'react';

/** A lazy part of the app, loaded once. `module` returns its module, null before that. */
export interface LazyPart<M> {
  (): Promise<M>;
  readonly module: () => M | null;
}

/** Creates a lazy part of the app. After a failure, the next use loads it again. */
export function createLazyPart<M extends object>(load: () => Promise<M>): LazyPart<M> {
  let loaded: M | null = null;
  let coming: Promise<M> | null = null;
  const fetchIt = () => {
    coming ??= load().then(
      (part) => (loaded = part),
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };
  return Object.assign(fetchIt, { module: () => loaded });
}

/**
 * Creates a component of a part that is empty until the part is loaded, for small pages that the
 * user waits for.
 *
 * React hides suspended content for at least 300 ms. Large pages still use it, because React
 * renders suspended content in slices.
 */
export function lazyComponent<M extends object, P extends object>(
  part: LazyPart<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> {
  return function WhenLoaded(props: P) {
    const [module, setModule] = useState(part.module);
    useEffect(() => {
      if (module !== null) return undefined;
      let isStale = false;
      part().then(
        (loaded) => {
          if (!isStale) startTransition(() => setModule(loaded));
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
