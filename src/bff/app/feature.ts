import type { Core } from './assemble-core.ts';
import type { Hooks, HooksBeforeCore, Tables } from './feature-hooks.ts';
import type { Foundation } from './foundation.ts';

export type { RunningServer } from './foundation.ts';

export type CreatedFeature<Parts, Hook> = Hook & { readonly parts: Parts };
/** Returns one kind of hook of all features that have it, in the order of their list. */
export type HooksOf = <Name extends keyof Hooks>(name: Name) => readonly NonNullable<Hooks[Name]>[];
type PartsOfNeeds<Needs extends readonly AnyFeature[]> = { readonly [N in keyof Needs]: PartsOf<Needs[N]> };

/** A feature that is created from the core. */
export interface Feature<Parts, Needs extends readonly AnyFeature[]> extends Tables {
  /** Features whose parts this feature uses. The list has them before it. */
  readonly needs?: Needs;
  /** `hooksOf` is complete once all features are created. */
  readonly create: (core: Core, needed: PartsOfNeeds<Needs>, hooksOf: HooksOf) => CreatedFeature<Parts, Hooks>;
}

/** A feature that is created before the core. */
export interface FeatureBeforeCore<Parts> extends Tables {
  readonly createFirst: (foundation: Foundation) => CreatedFeature<Parts, HooksBeforeCore>;
}

export type AnyFeature = Tables & {
  readonly create: (core: Core, needed: never, hooksOf: HooksOf) => { readonly parts: object };
};

export type PartsOf<F> = F extends {
  readonly create: (core: Core, needed: never, hooksOf: HooksOf) => { readonly parts: infer Parts };
}
  ? Parts
  : F extends FeatureBeforeCore<infer Parts>
    ? Parts
    : never;

/** Declares a feature of the server, to be listed in `features/bff.ts`. */
export function defineServer<Parts extends object, const Needs extends readonly AnyFeature[] = readonly []>(
  feature: Feature<Parts, Needs>,
): Feature<Parts, Needs> {
  return feature;
}

/** Calls the hooks of several features, and joins their lists in the order of the features. */
export async function fromAll<Asked extends readonly unknown[], Item>(
  hooks: readonly ((...asked: Asked) => Promise<Iterable<Item>>)[],
  ...asked: Asked
): Promise<Item[]> {
  const found = await Promise.all(hooks.map((hook) => hook(...asked)));
  return found.flatMap((items) => [...items]);
}

/**
 * Creates features in the order of their list.
 * @param first features that exist already, whose hooks come first
 * @throws Error if a feature is listed before a feature that it needs
 */
export function createFeatures(
  features: readonly (AnyFeature & { readonly needs?: readonly AnyFeature[] })[],
  core: Core,
  first: readonly Hooks[] = [],
): readonly CreatedFeature<object, Hooks>[] {
  const made = new Map<string, CreatedFeature<object, Hooks>>();
  const hooksOf: HooksOf = (name) =>
    [...first, ...made.values()].flatMap(({ [name]: hook }) => (hook === undefined ? [] : [hook]));
  for (const feature of features) {
    const needed = (feature.needs ?? []).map(({ name }) => {
      const parts = made.get(name)?.parts;
      if (parts === undefined) throw new Error(`The feature ${feature.name} needs ${name}: list ${name} before it`);
      return parts;
    });
    made.set(feature.name, feature.create(core, needed as never, hooksOf));
  }
  return [...made.values()];
}
