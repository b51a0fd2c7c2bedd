import type { PayWords } from './en.ts';

export const ms: PayWords = {
  title: 'Jualan daripada mesin daftar',
  opening: 'Jualan sedang dibuka',
  badLink: 'Pautan ini tidak boleh digunakan',
  faults: {
    amount: 'Tiada jumlah dinyatakan, atau jumlahnya tidak boleh diambil.',
    currency: 'Mata wangnya bukan mata wang kedai ini.',
    reference: 'Tiada nombor resit dinyatakan, atau nombornya terlalu panjang.',
    return: 'Alamat kembali tidak boleh digunakan. Ia mesti bermula dengan https:// dan tanpa kata laluan.',
    state: 'Apa yang dibawanya untuk mesin daftar terlalu panjang.',
    signature: 'Ia tidak ditandatangani seperti mesin daftarnya. Mungkin ada orang yang mengubahnya.',
  },
  notListed: (origin) => `${origin} tiada dalam senarai mesin daftar kedai ini. Pengurus boleh menambahnya di bawah Sambungan.`,
  badFrame: 'Kaunter tidak boleh dibuka dalam halaman ini',
  frameFaults: {
    amount: 'Tiada jumlah dinyatakan, atau jumlahnya tidak boleh diambil.',
    origin: 'Alamat halaman mesin daftar tiada atau salah.',
    register: 'Tidak dinyatakan mesin daftar mana yang meminta.',
    reference: 'Nombor jualan mesin daftar tidak boleh digunakan.',
    signature: 'Ia tidak ditandatangani seperti mesin daftarnya. Mungkin ada orang yang mengubahnya.',
  },
  notFramed: 'Halaman ini hanya dibuka di dalam halaman mesin daftar.',
  noSale: 'Halaman mesin daftar tidak menyatakan jualan yang mana.',
  frameOver: 'Selesai. Mesin daftar meneruskan.',
  nothingLost: 'Tiada apa-apa diambil. Jualan yang dibuka di sini tetap seperti sebelumnya.',
  toTill: 'Pergi ke kaunter',
};
