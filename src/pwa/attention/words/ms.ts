import { pluralsOf } from '../../words/plural.ts';
import type { AttentionWords } from './en.ts';

const plural = pluralsOf('ms');

export const ms: AttentionWords = {
  nothing: 'Tiada apa yang memerlukan anda',
  nothingMore: 'Apa yang belum selesai, diambil lewat atau tidak dapat dijelaskan muncul di sini dengan sendirinya.',
  lastSeen: (when) => `Kali terakhir dilihat ${when}`,
  groups: {
    late: {
      title: 'Diambil lewat',
      lead: 'Kaunter telah mengatakan tiada apa yang diambil, kemudian pengeluar mengambilnya. Bayar balik, atau kekalkan jika pelanggan tidak membayar dengan cara lain.',
    },
    unsettled: {
      title: 'Belum diketahui',
      lead: 'Belum ada sesiapa tahu kesudahannya. Sehingga itu, baucar ini tidak boleh digunakan untuk hal lain.',
    },
    orphan: {
      title: 'Tidak dapat dijelaskan',
      lead: 'Pengeluar menunjukkan tangkapan kedai ini yang tidak dijelaskan oleh mana-mana tebusan di sini.',
    },
    behind: {
      title: 'Belum disemak',
      lead: 'Transaksi pengeluar tidak dapat dibaca lebih daripada setengah jam, jadi mungkin ada kes yang belum muncul di sini. Semak sama ada pengeluar menjawab dan talian pelayan kepadanya berfungsi. Jika ini masih ada selepas sejam, beritahu orang yang menguruskan pelayan. Ia hilang sendiri apabila semuanya sudah dibaca.',
    },
  },
  subjects: {
    tender: 'Tebusan',
    refund: 'Bayaran balik',
    activation: 'Pengaktifan',
    issue: 'Jualan baucar',
    capture: 'Tangkapan',
    look: 'Carian tangkapan',
  },
  cards: (count, start, end) => `${plural(count, { other: '# kad' })}, ${start} hingga ${end}`,
  standings: { checking: 'disemak', decide: 'perlu keputusan', late: 'diambil lewat', orphan: 'tidak dijelaskan', behind: 'ketinggalan' },
  behindToDo: 'Pelayan terus mencuba sendiri.',
  nothingToDo: 'Pelayan masih bertanya kepada pengeluar. Belum ada apa yang perlu dibuat.',
  since: (time, distance) => `Sejak ${time}, ${distance}`,
  known: 'Apa yang diketahui',
  evidence: {
    'answer-lost': 'Jawapan pengeluar tidak sampai, atau tidak dapat difahami.',
    'server-stopped': 'Pelayan terhenti semasa menunggu jawapan.',
    'answer-contradicts': 'Jawapan pengeluar bercanggah dengan rekod di sini.',
    'several-fit': 'Pengeluar menunjukkan beberapa baris yang mungkin milik ini.',
    'row-differs': 'Pengeluar menunjukkan baris baucar ini yang berbeza amaun, mata wang atau kedai, atau tanpa masa.',
    'other-mid': 'Pengeluar menunjukkan baris yang padan, tetapi di bawah nombor kedai lain.',
    'authorization-only': 'Pengeluar menunjukkan kebenaran, tetapi tiada tangkapan.',
    'issuer-silent': 'Pengeluar tidak memberi jawapan yang boleh digunakan apabila ditanya apa yang berlaku.',
    'search-restless': 'Pengeluar menjawab, tetapi cariannya terus berubah semasa dibaca, jadi ia tidak membuktikan apa-apa.',
    'search-endless': 'Pengeluar menjawab, tetapi menunjukkan lebih banyak transaksi daripada yang sempat dibaca.',
    'row-unproved': 'Pengeluar menunjukkan baris yang padan, tetapi masanya dan baki tidak membuktikan bahawa inilah barisnya.',
    'balance-unproved': 'Pengeluar tidak menunjukkan baris, tetapi baki tidak membuktikan bahawa tiada apa yang berlaku.',
    'never-undisturbed': 'Pengeluar tidak menunjukkan baris, tetapi ia tidak dapat ditanya cukup lama tanpa gangguan.',
    'proved-nothing': 'Dua carian dan baki bersetuju bahawa tiada apa yang berlaku.',
    'found-late': 'Pengeluar akhirnya menunjukkannya.',
    'not-ours': 'Pengeluar menunjukkan tangkapan kedai ini yang tidak dijelaskan oleh mana-mana tebusan di sini.',
    'not-searchable': 'Pengeluar tidak menyediakan cara untuk menyemaknya.',
    'look-behind': 'Mulai masa ini, transaksi pengeluar belum disemak.',
    decided: 'Seseorang telah membuat keputusan.',
  },
  issuerShows: 'Apa yang ditunjukkan pengeluar',
  rowTypes: { authorization: 'Kebenaran', capture: 'Tangkapan', refund: 'Bayaran balik', other: 'Baris lain' },
  noTime: 'tanpa masa',
  row: (id) => `Baris ${id}`,
  shopNumber: (mid) => `Nombor kedai ${mid}`,
  whichRow: 'Baris yang mana?',
  transactionId: 'Nombor baris pada pengeluar',
  transactionIdHint: 'Pengeluar boleh memberitahunya. Ia disemak sebelum dikira.',
  reason: 'Sebab',
  reasonHint: 'Ia disimpan bersama nama anda.',
  gaveNothing: 'Pengeluar tidak memulangkan apa-apa. Jika baris telah dilampirkan, tebusan dikira sebagai diambil.',
  notOver: 'Kes ini belum selesai: ia kekal dalam senarai.',
  ways: {
    'attach-tender': {
      label: 'Lampirkan baris',
      lead: 'Baris pengeluar ini ialah tebusan ini. Ia kemudian dikira sebagai diambil.',
      done: 'Dilampirkan. Tebusan dikira sebagai diambil.',
    },
    'attach-refund': {
      label: 'Lampirkan baris',
      lead: 'Baris pengeluar ini ialah bayaran balik ini. Amaun kemudian dikira sebagai dipulangkan.',
      done: 'Dilampirkan. Amaun dikira sebagai dipulangkan.',
    },
    'attach-other': { label: 'Lampirkan baris', lead: 'Baris pengeluar ini milik kes ini.', done: 'Dilampirkan.' },
    'keep-late': {
      label: 'Kekalkan sebagai diambil',
      lead: 'Pelanggan membayar dengan baucar ini dan tidak dengan cara lain. Tebusan kemudian dikira sebagai diambil.',
      done: 'Dikekalkan. Tebusan dikira sebagai diambil.',
    },
    'refund-late': {
      label: 'Bayar balik',
      lead: 'Seluruh amaun kembali ke baucar.',
      done: 'Bayaran balik dihantar. Jika kesudahannya tidak diketahui serta-merta, ia ada dalam senarai ini sehingga diketahui.',
    },
    'refund-row': {
      label: 'Bayar balik satu baris',
      lead: 'Baris pengeluar ini ialah tebusan ini, dan seluruh amaunnya kembali ke baucar.',
      done: 'Bayaran balik dihantar. Jika kesudahannya tidak diketahui serta-merta, ia ada dalam senarai ini sehingga diketahui.',
    },
    'close-tender': {
      label: 'Tutup sebagai tidak diambil',
      lead: 'Tiada apa yang diambil. Pengeluar ditanya sekali lagi dahulu; selagi ia menunjukkan baris yang mungkin, kes kekal terbuka.',
      done: 'Ditutup. Tebusan dikira sebagai tidak diambil.',
    },
    'close-refund': {
      label: 'Tutup sebagai tidak dibayar balik',
      lead: 'Tiada apa yang dipulangkan. Pengeluar ditanya sekali lagi dahulu; selagi ia menunjukkan baris yang mungkin, kes kekal terbuka.',
      done: 'Ditutup. Amaun dikira sebagai tidak dipulangkan.',
    },
    'close-other': { label: 'Tutup kes', lead: 'Tiada apa lagi yang akan dibuat mengenainya di sini.', done: 'Ditutup.' },
  },
};
