import { version } from '../../../../package.json';

declare const TILLSIDE_BUILD: string | undefined;

/**
 * The version of this program, with the commit that it was built from: two builds of one version
 * are told apart.
 */
export const VERSION =
  typeof TILLSIDE_BUILD === 'string' && TILLSIDE_BUILD !== '' ? `${version}+${TILLSIDE_BUILD}` : version;
