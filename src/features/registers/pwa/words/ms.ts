import type { PayMessages } from './en.ts';

export const ms: PayMessages = {
  title: 'Jualan daripada mesin daftar',
  opening: 'Jualan sedang dibuka',
  badLink: 'Pautan ini tidak boleh digunakan',
  faults: {
    amount: 'Amaun tiada atau tidak boleh ditebus.',
    currency: 'Mata wang jualan bukan mata wang kedai ini.',
    reference: 'Tiada nombor resit dinyatakan, atau nombornya terlalu panjang.',
    return: 'Alamat kembali tidak boleh digunakan. Ia mesti bermula dengan https:// dan tanpa kata laluan.',
    state: 'Apa yang dibawanya untuk mesin daftar terlalu panjang.',
    signature: 'Tandatangan tidak sah, jadi pautan mungkin telah diubah.',
  },
  notListed: (origin) => `${origin} tiada dalam senarai mesin daftar kedai ini. Pengurus boleh menambahnya di bawah Sambungan.`,
  badFrame: 'Kaunter tidak boleh dibuka dalam halaman ini',
  frameFaults: {
    amount: 'Amaun tiada atau tidak boleh ditebus.',
    origin: 'Alamat halaman mesin daftar tiada atau salah.',
    register: 'Permintaan tidak menyatakan nama mesin daftar.',
    reference: 'Nombor jualan mesin daftar tidak boleh digunakan.',
    signature: 'Tandatangan tidak sah, jadi permintaan mungkin telah diubah.',
  },
  notFramed: 'Halaman ini hanya dibuka di dalam halaman mesin daftar.',
  noSale: 'Halaman mesin daftar tidak menyatakan jualan yang mana.',
  frameOver: 'Selesai. Teruskan di mesin daftar.',
  nothingLost: 'Tiada apa yang ditebus. Jualan anda yang terbuka tidak berubah.',
  toTill: 'Pergi ke kaunter',
};
