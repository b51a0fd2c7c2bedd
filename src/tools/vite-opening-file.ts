import { type Plugin, runnerImport } from 'vite';

/** Writes `opening.json`: the first screens as markup, which the server puts into the page. */
export function openingFile({ entry }: { readonly entry: string }): Plugin {
  return {
    name: 'tillside:opening-screens',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { root } = this.environment.config;
      const { module } = await runnerImport<{ readonly openingScreens: unknown }>(entry, {
        root,
        configFile: false,
        logLevel: 'error',
      });
      const source = JSON.stringify(module.openingScreens);
      this.emitFile({ type: 'asset', fileName: 'opening.json', source });
    },
  };
}
