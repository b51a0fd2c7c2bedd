import { minorDigits } from '../../../../contract/money/money.ts';
import type { Books } from '../../contract/books.ts';
import { DATEV_NUMBER_MAX, DATEV_TEXT_MAX } from '../limits.ts';
import type { BookEntry } from './entries.ts';
import { entryText } from './formats.ts';
import { refuseExport } from './refuse-export.ts';

/** Data of a file other than its entries. */
export interface DatevTerms extends Pick<Books, 'datev' | 'clearing'> {
  readonly currency: string;
  /** Days of the shop, inclusive. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds UTC. */
  readonly now: number;
}

const pairs = (count: number, one: string, other: string) =>
  Array.from({ length: count }, (_, index) => [`${one} ${index + 1}`, `${other} ${index + 1}`]).flat();

/** The columns of a *Buchungsstapel* of format 13, in their order, all 125. */
export const DATEV_COLUMNS: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
];

const ID_END = 6;

/**
 * Formats a file of DATEV's format EXTF 700, category 21, as text; it is sent in CP1252.
 * @throws Problem 400 with a message if the format does not support the data
 */
export function datevText(entries: readonly BookEntry[], terms: DatevTerms): string {
  const lines = entries.flatMap((entry) => rowsOf(entry, terms));
  return [headerOf(terms), DATEV_COLUMNS.join(';'), ...lines].map((line) => `${line}\r\n`).join('');
}

function headerOf({ datev, currency, from, to, now }: DatevTerms): string {
  const { consultant, client, accountDigits } = datev;
  if (consultant === null || client === null)
    throw refuseExport('datev-numbers', 'Enter the numbers of the tax adviser and of the client.');
  const made = new Date(now).toISOString().replace(/\D/g, '').slice(0, 17);
  const head = [text('EXTF'), 700, 21, text('Buchungsstapel'), 13, made, '', text('TS'), text(''), text('')];
  const clientFields = [consultant, client, fiscalYearOf({ from, to }, datev.yearStart), accountDigits];
  const period = [plain(from), plain(to), text('Gutscheine'), text('')];
  const rest = [1, 0, 0, text(currency), '', text(''), '', '', text(''), '', '', text(''), text('')];
  return [...head, ...clientFields, ...period, ...rest].join(';');
}

/** Returns the first day of the fiscal year of a period: a file covers one year. */
function fiscalYearOf({ from, to }: Pick<DatevTerms, 'from' | 'to'>, yearStart: string): string {
  const startOf = (day: string) => `${Number(day.slice(0, 4)) - (day.slice(5) < yearStart ? 1 : 0)}-${yearStart}`;
  if (startOf(from) !== startOf(to))
    throw refuseExport('datev-year', 'A file covers one fiscal year: choose days within one year.');
  return plain(startOf(from));
}

/** Creates one row for each class: from its account to the account of the register. */
function rowsOf({ z, postings }: BookEntry, { clearing, currency, datev }: DatevTerms): string[] {
  return postings
    .filter((posting) => posting.class !== null)
    .map(({ account, tax, debit, credit }) => {
      const cells: Record<string, string> = {
        'Umsatz (ohne Soll/Haben-Kz)': amountOf(debit + credit, currency),
        'Soll/Haben-Kennzeichen': text(debit > 0 ? 'S' : 'H'),
        'WKZ Umsatz': text(currency),
        Konto: accountOf(account, datev.accountDigits),
        'Gegenkonto (ohne BU-Schlüssel)': accountOf(clearing.account, datev.accountDigits),
        'BU-Schlüssel': taxKeyOf(tax),
        Belegdatum: z.day.slice(8) + z.day.slice(5, 7),
        'Belegfeld 1': text(documentNumberOf(z)),
        Buchungstext: text(entryText(z).slice(0, DATEV_TEXT_MAX)),
      };
      return DATEV_COLUMNS.map((name) => cells[name] ?? '').join(';');
    });
}

/**
 * If the till's name is too long for the format, the number ends in a part of the till's id,
 * because it must differ for each till.
 */
function documentNumberOf({ number, till, tillId }: BookEntry['z']): string {
  const zName = `Z${number}-${till}`;
  const fit = zName.replaceAll(/[^\w$%&*+\-/]/g, '');
  if (fit === zName && fit.length <= DATEV_NUMBER_MAX) return fit;
  const end = `-${tillId.slice(-ID_END)}`;
  return fit.slice(0, DATEV_NUMBER_MAX - end.length) + end;
}

/** Two decimals, a comma, no grouping. */
function amountOf(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const cents = amount * 10 ** (2 - digits);
  if (!Number.isInteger(cents))
    throw refuseExport('datev-decimals', `DATEV supports two decimals, but amounts in ${currency} have three.`);
  const padded = String(cents).padStart(3, '0');
  return `${padded.slice(0, -2)},${padded.slice(-2)}`;
}

function accountOf(account: string, digits: number): string {
  if (/^\d{1,9}$/.test(account) && account.length <= digits + 1) return account;
  throw refuseExport('datev-account', `"${account}" is not a DATEV account, which has up to ${digits + 1} digits.`);
}

function taxKeyOf(tax: string): string {
  if (tax === '') return '';
  if (/^\d{1,4}$/.test(tax)) return text(tax);
  throw refuseExport('datev-tax', `"${tax}" is not a DATEV tax key, which has up to four digits.`);
}

function text(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

const plain = (day: string) => day.replaceAll('-', '');
