import type { RestoreMessages } from './en.ts';

export const ms: RestoreMessages = {
  title: 'Pulihkan sandaran',
  lead: 'Memulihkan kedai yang pelayannya hilang. Tiada apa-apa diubah sehingga anda menekan Pulihkan.',
  code: 'Kod persediaan',
  codeHint: 'Pelayan baharu memaparkannya apabila ia dimulakan.',
  next: 'Teruskan',
  leave: 'Kembali',
  backup: 'Sandaran',
  other: 'Folder lain',
  folder: 'Folder sandaran pada pelayan',
  folderHint: 'Contohnya /mnt/backups/tillside-2030-01-15T09-00-00Z',
  check: 'Semak sandaran ini',
  checking: 'Sedang mencuba memulihkan sandaran… Ini boleh mengambil beberapa minit untuk kedai besar.',
  fit: (when) => `Sandaran ini lengkap dan tidak diubah. Ia dibuat pada ${when}.`,
  holds: (people, devices) => `Orang: ${people}. Kaunter: ${devices}.`,
  missing: (when) =>
    `Semua selepas ${when} tiada. Kedai bermula dalam keadaan tutup, sehingga penerbit dan kaunter membekalkan apa yang boleh. Orang log masuk dengan PIN pada hari itu.`,
  device: 'Nama kaunter ini',
  deviceExample: 'Kaunter baharu',
  restore: 'Pulihkan',
  restoring: 'Sedang memulihkan… Pelayan dimulakan semula. Biarkan halaman ini terbuka.',
  unfit: 'Sandaran ini tidak boleh dipulihkan. Tiada apa-apa diubah.',
};
