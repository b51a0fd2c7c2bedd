import { version } from '../../../../package.json';

declare const TILLSIDE_BUILD: string | undefined;

/**
 * The version of this program with the commit of its build, to distinguish two builds of one
 * version.
 */
export const VERSION =
  typeof TILLSIDE_BUILD === 'string' && TILLSIDE_BUILD !== '' ? `${version}+${TILLSIDE_BUILD}` : version;
