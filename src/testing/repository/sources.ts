import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = topFolder(dirname(fileURLToPath(import.meta.url)));

/** Measurements bundle this file, so its own place does not tell. */
function topFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : topFolder(dirname(folder));
}

/** Files in a folder and its subfolders, by the end of their path; relative to the repository. */
export function filesIn(folder: string, ending: RegExp): string[] {
  const paths = readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path))
    .sort();
}

/** @param path relative to the repository */
export function readSource(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  '.github/SECURITY.md',
  ...filesIn('docs', /\.md$/),
  ...filesIn('src', /\.md$/),
];

/** Names that a file declares and exports, not those that it only re-exports. */
export function exportedNames(text: string): string[] {
  const declared = text.matchAll(
    /^(export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const enum|const|let|class|interface|type|enum) (\w+)/gm,
  );
  const all = [...declared].map(([, exported, name = '']) => ({ name, isExported: exported !== undefined }));
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\};$/gm)].flatMap(([, list = '']) => list.split(','));
  const listed = new Set(lists.map((item) => item.trim().replace(/^type /, '')));
  return all.filter(({ name, isExported }) => isExported || listed.has(name)).map(({ name }) => name);
}

/** The words of a name, in lower case: `refundOfferOf` and `refund-offer.ts` consist of words. */
export function wordsOfName(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** The source of each feature's texts of audit actions in one language. */
export function actionTextsOf(language: string): string[] {
  return filesIn('src', /\/words\/actions\.ts$/).map(
    (path) => new RegExp(`^  ${language}: \\{[^}]*`, 'm').exec(readSource(path))?.[0] ?? '',
  );
}
