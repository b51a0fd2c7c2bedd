import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { FleetMessages } from './en.ts';

const plural = pluralsOf('ms');

export const ms: FleetMessages = {
  lead: 'Setiap peranti melapor setiap lima minit, dan serta-merta apabila anda memuat semula jika ia sedang digunakan. Laporan tidak mengandungi nama, kod atau jumlah.',
  refresh: 'Muat semula',
  noReport: 'Belum ada laporan',
  version: (version) => `Versi ${version}`,
  reads: { hand: 'pengimbas tangan', camera: 'kamera' },
  printer: (name) => `pencetak ${name}`,
  locked: 'dikunci',
  open: 'sedang digunakan',
  reported: (ago) => `dilaporkan ${ago}`,
  filters: {
    offline: 'Luar talian semasa waktu buka',
    unsent: 'Operasi belum dihantar',
    old: 'Belum dikemas kini',
    clock: 'Jam tidak tepat',
    silent: 'Tidak digunakan selama sehari',
  },
  concerns: {
    offline: 'Luar talian semasa waktu buka',
    old: 'Belum dikemas kini',
    clock: 'Jam salah',
    silent: 'Tidak digunakan sehari',
    unsent: (count) => plural(count, { other: '# operasi belum dihantar' }),
  },
};
