import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeQR } from 'qr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Slip } from './slips.ts';
import { slipsPage, writeSlips } from './slips-page.ts';

const ORIGIN = 'https://till.example';
const DEVICE: Slip = {
  kind: 'device',
  shops: ['Orchard'],
  name: null,
  role: null,
  code: 'ABCD-2345',
  expiresAt: Date.UTC(2030, 0, 18, 6, 5),
  timeZone: 'Asia/Singapore',
};
const PERSON: Slip = { ...DEVICE, kind: 'person', shops: ['தம்பினிஸ்', '加东'], name: 'Ana <b>', role: 'cashier' };

describe('the page with slips', () => {
  it('shows the shop, name, address, code and local time of expiry with its zone, and escapes names', () => {
    const page = slipsPage([DEVICE, PERSON], ORIGIN);
    expect(page.match(/<article>/g)).toHaveLength(2);
    expect(page).toContain('<h1 translate="no">தம்பினிஸ், 加东</h1>\n<p translate="no">Ana &lt;b&gt;, cashier</p>');
    expect(page).toContain('<b>ABCD-2345</b>');
    expect(page).toContain(`<p>${ORIGIN}</p>`);
    expect(page).toContain('until Friday, 18 January 2030 at 14:05 (Asia/Singapore)');
  });

  it('names only two shops of a person who works in many', () => {
    const page = slipsPage([{ ...PERSON, shops: ['A', 'B', 'C', 'D', 'E'] }], ORIGIN);
    expect(page).toContain('<h1 translate="no">A, B, and 3 more</h1>');
  });

  it('shows the link that enrols a device as a QR code, and for a person the address without the code', () => {
    const svg = (text: string) => encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
    expect(slipsPage([DEVICE], ORIGIN)).toContain(svg(`${ORIGIN}/#enrol=ABCD-2345`));
    expect(slipsPage([PERSON], ORIGIN)).toContain(svg(ORIGIN));
  });

  it('loads nothing, and starts a new sheet of paper after eight slips', () => {
    const page = slipsPage(
      Array.from({ length: 17 }, () => DEVICE),
      ORIGIN,
    );
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<link|src=|href=|url\(/);
    expect(page.match(/<section>/g)).toHaveLength(3);
  });
});

describe('the file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-slips-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('can be read by its owner only', async () => {
    const file = join(folder, 'slips.html');
    expect(await writeSlips(file, ORIGIN, () => Promise.resolve([DEVICE]))).toContain('Slips in');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('ABCD-2345');
  });

  it('does not replace another file, and no code is made if it cannot be written or the address is unknown', async () => {
    const file = join(folder, 'slips.html');
    const make = () => Promise.reject(new Error('a code was made'));
    await expect(writeSlips(file, null, make)).rejects.toThrow('Set PUBLIC_ORIGIN');
    await expect(writeSlips(join(folder, 'none', 'slips.html'), ORIGIN, make)).rejects.toThrow('cannot be written');
    writeFileSync(file, 'other');
    await expect(writeSlips(file, ORIGIN, make)).rejects.toThrow('already exists');
    expect(readFileSync(file, 'utf8')).toBe('other');
  });

  it('is removed if no codes could be made, or none are needed', async () => {
    const file = join(folder, 'slips.html');
    await expect(writeSlips(file, ORIGIN, () => Promise.resolve([]))).rejects.toThrow('Everyone has a PIN');
    await expect(writeSlips(file, ORIGIN, () => Promise.reject(new Error('no manager')))).rejects.toThrow('no manager');
    expect(existsSync(file)).toBe(false);
  });
});
