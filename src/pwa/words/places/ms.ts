import type { PlaceWords } from './en.ts';

export const places: PlaceWords = {
  title: 'Navigasi',
  skip: 'Langkau ke halaman',
  redeem: 'Tebus',
  activate: 'Aktifkan kad',
  sell: 'Jual baucar',
  transactions: 'Transaksi',
  closing: 'Akhir hari',
  attention: 'Perlu perhatian',
  people: 'Orang dan peranti',
  connections: 'Sambungan',
  audit: 'Jejak audit',
  practice: 'Baucar latihan',
};
