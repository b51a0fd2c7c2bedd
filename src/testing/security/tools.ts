import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import * as z from 'zod';
import { CONTENT_POLICY, policyText } from '../../bff/platform/http/headers.ts';

/** The findings of an external tool; null: it was not run. */
export interface ToolReport {
  readonly name: string;
  readonly found: readonly string[] | null;
  /** Intended exceptions, with the reasons. */
  readonly noted: readonly string[];
}

const run = promisify(execFile);

/** Findings of the evaluator that do not apply to our policy, with the reasons. */
const MEANT: Readonly<Partial<Record<Type, string>>> = {
  [Type.SCRIPT_ALLOWLIST_BYPASS]:
    "'self' could be bypassed where files of others are served: this server serves its own build alone, as files that cannot be uploaded",
  [Type.STRICT_DYNAMIC]: 'a host that is trusted by name, which is our own alone, needs no nonce',
  [Type.REPORTING_DESTINATION_MISSING]: 'no report leaves a till: what is blocked is found by the stories',
};

/** Checks a policy with Google's evaluator. @param header null if there was none */
export function evaluatePolicy(header: string | null): ToolReport {
  if (header === null) return { name: 'csp_evaluator', found: ['no policy came with the page'], noted: [] };
  const findings = new CspEvaluator(new CspParser(header).csp).evaluate();
  const inWords = findings.map(({ type, directive, value, severity, description }) => ({
    why: MEANT[type],
    text: `${Severity[severity]} ${directive}${value === undefined ? '' : ` ${value}`}: ${description}`,
  }));
  const strange = inWords.filter(({ why }) => why === undefined).map(({ text }) => text);
  const other = header === policyText(CONTENT_POLICY) ? [] : ['the policy that came is not the one of the server'];
  return {
    name: 'csp_evaluator',
    found: [...other, ...strange],
    noted: inWords.flatMap(({ why, text }) => (why === undefined ? [] : [`${text} — ${why}`])),
  };
}

/**
 * Checks that every package of the lockfile comes from the registry over HTTPS with a strong hash.
 * @param root folder of package-lock.json
 */
export async function lintLockfile(root: string): Promise<ToolReport> {
  const program = fileURLToPath(import.meta.resolve('lockfile-lint/bin/lockfile-lint.js'));
  const rules = ['--validate-https', '--validate-integrity', '--allowed-hosts', 'npm', '--format', 'plain'];
  const report = await runTool(
    'lockfile-lint',
    [process.execPath, program, '--path', 'package-lock.json', '--type', 'npm', ...rules],
    root,
  );
  const lockfile = await readFile(join(root, 'package-lock.json'), 'utf8');
  return { ...report, found: [...(report.found ?? []), ...withoutHash(lockfile)] };
}

const LOCKFILE = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** Packages of a lockfile without a hash, which the linter does not report. */
export function withoutHash(lockfile: string): string[] {
  const { packages } = LOCKFILE.parse(JSON.parse(lockfile));
  return Object.entries(packages).flatMap(([name, { integrity }]) =>
    name === '' || integrity !== undefined ? [] : [`${name} has no hash`],
  );
}

/** Checks that every installed package is signed by the registry. Queries the registry. */
export async function auditSignatures(root: string): Promise<ToolReport> {
  return runTool('npm audit signatures', ['npm', 'audit', 'signatures', '--loglevel', 'error'], root);
}

const OUTPUT_CHARS_MAX = 2_000;

function isSpoken(error: unknown): error is { readonly stdout: string; readonly stderr: string } {
  return typeof error === 'object' && error !== null && 'stdout' in error && 'stderr' in error;
}

async function runTool(name: string, [command = '', ...rest]: readonly string[], root: string): Promise<ToolReport> {
  try {
    await run(command, rest, { cwd: root });
    return { name, found: [], noted: [] };
  } catch (error) {
    const said = isSpoken(error) ? `${error.stderr} ${error.stdout}`.trim() : '';
    const told = said === '' ? String(error) : said;
    return { name, found: [told.slice(0, OUTPUT_CHARS_MAX)], noted: [] };
  }
}
