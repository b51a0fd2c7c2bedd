import type { ConnectionWords } from './en.ts';

export const ms: ConnectionWords = {
  lead: 'Apa yang boleh bekerja bersama kaunter ini.',
  registers: 'Mesin daftar yang boleh meminta melalui pautan',
  registersLead:
    'Mesin daftar membuka kaunter ini dengan jumlah yang perlu dibayar, dan halamannya kembali dengan apa yang diambil. Pautan hanya kembali ke alamat ini.',
  none: 'Belum ada mesin daftar dalam senarai.',
  name: 'Nama',
  origin: 'Alamat halaman mesin daftar',
  originHint: 'Contohnya https://register.example',
  badOrigin: 'Tulis alamat tanpa laluan, bermula dengan https://.',
  add: 'Tambah mesin daftar',
  added: (name) => `${name} kini boleh meminta melalui pautan.`,
  addedBy: (person, when) => `ditambah oleh ${person}, ${when}`,
  remove: 'Buang',
  removeOf: (name) => `Buang ${name}`,
  removeSure: (name) => `Buang ${name}? Pautannya akan ditolak, dan jualan yang dibukanya tidak dapat kembali kepadanya.`,
  removed: (name) => `${name} telah dibuang.`,
  key: 'Kunci awam',
  keyLead: 'Apa yang diberitahu kepada mesin daftar ditandatangani. Tandatangan disemak dengan kunci di alamat ini.',
};
