import type { PracticeWords } from './en.ts';

export const ms: PracticeWords = {
  lead: 'Cetak halaman ini, atau besarkan satu kod dan tunjukkan kepada kamera. Tiada wang terlibat.',
  print: 'Cetak',
  filter: 'Tunjukkan',
  all: 'Semua',
  groups: { everyday: 'Harian', refused: 'Ditolak', kinds: 'Jenis baucar', physical: 'Kad fizikal', trouble: 'Masalah' },
  sequence: (number) => `Nombor siri ${number}`,
  showLarge: (title) => `Besarkan: ${title}`,
  qrCode: 'Kod QR',
  barCode: 'Kod bar',
  codeOfCard: 'Untuk menebus: kod kad',
  sequenceBars: 'Untuk mengaktifkan: nombor siri',
  empty: 'Tiada baucar latihan.',
  unavailable: 'Baucar latihan tidak dapat dimuatkan.',
};
