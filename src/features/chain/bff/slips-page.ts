import { rmSync, writeFileSync } from 'node:fs';
import { encodeQR } from 'qr';
import { errorCode } from '../../../bff/platform/base/logging.ts';
import { addressWithCode } from '../../../contract/access/enrolment-link.ts';
import { SLIP_SHOPS_MAX } from './limits.ts';
import { localTime, type Slip, USE } from './slips.ts';

/** Slips on a page of A4 or Letter, with margins of 10 mm: four rows of two. */
const ON_PAGE = 8;

/**
 * Fits both paper sizes, because the rows are shorter than a quarter of the lower one. The page
 * loads nothing, so that no code leaves it.
 */
const STYLE = `@page { margin: 10mm }
* { box-sizing: border-box }
body { margin: 0; color: #000; background: #fff; font: 9pt/1.3 system-ui, sans-serif; overflow-wrap: anywhere }
section { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: minmax(62mm, auto); break-after: page }
section:last-child { break-after: auto }
article { display: grid; grid-template-columns: 1fr 30mm; gap: 2mm; padding: 4mm; break-inside: avoid }
article { border: 0 dashed #666 }
article:nth-child(odd) { border-right-width: .3mm }
article { border-bottom-width: .3mm }
h1, p { margin: 0 0 1mm }
h1 { font-size: 11pt }
svg { width: 30mm; height: 30mm }
b { display: block; font: bold 16pt ui-monospace, monospace; white-space: nowrap }
@media screen { section { width: 190mm; margin: 10mm auto } }`;

/**
 * Returns a page to print, in the shops' own scripts. It has the codes, so it is a secret.
 * @param origin of the pages, without a slash at its end
 */
export function slipsPage(slips: readonly Slip[], origin: string): string {
  const pages = Array.from({ length: Math.ceil(slips.length / ON_PAGE) }, (_, page) =>
    slips.slice(page * ON_PAGE, (page + 1) * ON_PAGE),
  );
  const sections = pages.map(
    (some) => `<section>\n${some.map((slip) => article(slip, origin)).join('\n')}\n</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>Slips with codes</title>
<style>
${STYLE}
</style>
${sections.join('\n')}
</html>
`;
}

function article(slip: Slip, origin: string): string {
  /* People enter their code on a till, which the link of a slip for a device enrols. */
  const link = slip.kind === 'device' ? addressWithCode(origin, slip.code) : origin;
  const who = slip.name === null ? 'New device: __________' : `${slip.name}, ${slip.role}`;
  return `<article><div>
<h1 translate="no">${escaped(shopsText(slip))}</h1>
<p translate="no">${escaped(who)}</p>
<p>${escaped(origin)}</p>
<p><b>${escaped(slip.code)}</b></p>
<p>${USE[slip.kind]}</p>
<p>Works once, until ${escaped(localTime(slip))} (${escaped(slip.timeZone)}).</p>
</div>${encodeQR(link, 'svg', { ecc: 'medium', border: 4 })}</article>`;
}

/** Names some shops of a person who works in many, so that the slip keeps its size. */
function shopsText({ shops }: Slip): string {
  const more = shops.length - SLIP_SHOPS_MAX;
  return more > 0 ? `${shops.slice(0, SLIP_SHOPS_MAX).join(', ')}, and ${more} more` : shops.join(', ');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/**
 * Writes the page to a new file that only its owner can read. The file is created before the codes.
 * @returns a text for the operator
 * @throws Error with a message for the operator
 */
export async function writeSlips(
  file: string,
  origin: string | null,
  make: () => Promise<readonly Slip[]>,
): Promise<string> {
  if (origin === null) throw new Error('Set PUBLIC_ORIGIN: the slips show the address of the pages');
  try {
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const reason = errorCode(error) === 'EEXIST' ? 'already exists' : 'cannot be written';
    throw new Error(`${file} ${reason}: choose another file`, { cause: error });
  }
  try {
    const slips = await make();
    if (slips.length === 0) throw new Error('Everyone has a PIN, so there is nothing to print');
    writeFileSync(file, slipsPage(slips, origin));
    return `Slips in ${file}: ${slips.length}. They contain codes: print them from a browser, then delete the file.\n`;
  } catch (error) {
    rmSync(file);
    throw error;
  }
}
