import type { TrainingMessages } from './en.ts';

export const ms: TrainingMessages = {
  lead: 'Guna baucar di sini, cetak halaman ini, atau besarkan kod dan tunjukkan kepada kamera. Tiada wang sebenar terlibat.',
  print: 'Cetak',
  filter: 'Tunjukkan',
  all: 'Semua',
  groups: {
    everyday: 'Harian',
    refused: 'Ditolak',
    disputes: 'Pertikaian',
    kinds: 'Jenis baucar',
    physical: 'Kad fizikal',
    trouble: 'Masalah',
  },
  sequence: (number) => `Nombor siri ${number}`,
  showLarge: (title) => `Besarkan: ${title}`,
  useHere: 'Guna di sini',
  practice: 'LATIHAN',
  codeOfCard: 'Untuk menebus: kod rahsia kad',
  sequenceBars: 'Untuk mengaktifkan: nombor siri',
  empty: 'Tiada baucar latihan.',
  unavailable: 'Baucar latihan tidak dapat dimuatkan.',
};
