import type { Plugin, Rolldown } from 'vite';

/**
 * Refuses a build whose files import each other in a circle. Modules are grouped into files by
 * their users, so any new import can create a circle. Code that one of the files needs at once is
 * then not loaded yet, and the page stops.
 */
export function fileOrder(): Plugin {
  return {
    name: 'tillside:file-order',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const circle = circleIn(bundle);
      if (circle !== null) this.error(`Files import each other in a circle: ${circle.join(' → ')}`);
    },
  };
}

/** Returns the first circle found; null for none. */
function circleIn(bundle: Rolldown.OutputBundle): readonly string[] | null {
  const done = new Set<string>();
  const walk = (name: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    done.add(name);
    const file = bundle[name];
    for (const next of file?.type === 'chunk' ? file.imports : []) {
      const circle = walk(next, [...path, name]);
      if (circle !== null) return circle;
    }
    return null;
  };
  for (const name of Object.keys(bundle)) {
    const circle = walk(name, []);
    if (circle !== null) return circle;
  }
  return null;
}
