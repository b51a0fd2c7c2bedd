import type { RefundWords } from './en.ts';

export const ms: RefundWords = {
  title: 'Pulangkan ke baucar',
  lead: 'Seluruh amaun kembali ke baucar.',
  why: 'Mengapa?',
  reasons: ['Amaun salah', 'Baucar salah', 'Pelanggan berubah fikiran'],
  otherReason: 'Sebab lain',
  ownWords: 'Dengan kata-kata anda sendiri',
  confirm: (amount) => `Bayar balik ${amount}`,
  sending: 'Sedang membayar balik',
  checking: 'Masih menyemak dengan pengeluar',
  goesOn: 'Jangan bayar balik lagi. Anda boleh menutupnya: ia diteruskan, dan senarai menunjukkan kesudahannya.',
  silent: 'Pelayan tidak dapat dihubungi. Bayaran balik disimpan dan akan disemak secepat mungkin. Jangan bayar balik lagi.',
  managerMore: 'Tiada sesiapa tahu sama ada amaun sudah kembali. Jangan bayar balik lagi.',
  missing: 'Ia belum sampai',
  missingMore: 'Pelayan tidak menerima bayaran balik ini. Jika dihantar lagi, amaun tetap dipulangkan sekali sahaja.',
  sendAgain: 'Hantar lagi',
  leave: 'Biarkan',
  notRefunded: 'Tidak dibayar balik',
  notRefundedSafe: 'Tidak dibayar balik: selamat untuk cuba lagi',
  notRefundedMore: 'Pengeluar tidak memulangkan apa-apa.',
  notSaved: 'Peranti ini tidak dapat menyimpan bayaran balik, jadi ia tidak dihantar.',
};
