import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { ScanCheckMessages } from './en.ts';

const plural = pluralsOf('ms');

export const ms: ScanCheckMessages = {
  title: 'Periksa pengimbas',
  lead: 'Imbas apa-apa untuk menguji pengimbas. Tiada apa disemak atau ditebus.',
  test: 'Kod ujian',
  testLead:
    'Imbas dengan pengimbas tangan peranti ini. Ia mengandungi semua aksara yang digunakan dalam kod, jadi ia menunjukkan apa yang tiba berubah.',
  testQr: 'Kod QR untuk menguji pengimbas',
  field: 'Medan untuk kaedah input',
  fieldHint: 'Jika peranti ini menggunakan kaedah input seperti Pinyin, pilih medan ini dan imbas kod ujian sekali lagi.',
  practice: 'Baucar latihan untuk diimbas',
  results: 'Imbasan',
  nothing: 'Belum ada yang diimbas.',
  show: 'Tunjukkan semua',
  hide: 'Sembunyikan',
  chars: (count) => plural(count, { other: '# aksara' }),
  sources: {
    camera: 'Kamera',
    picture: 'Gambar',
    keys: 'Pengimbas tangan, sebagai papan kekunci',
    hid: 'Pengimbas tangan, melalui USB',
    serial: 'Pengimbas tangan, bersiri',
  },
  readBy: (engines) => `dibaca oleh ${engines}`,
  identifierIgnored: (identifier) => `pengimbas meletakkan ${identifier} di depan, dan ia diabaikan`,
  suffixes: {
    Enter: 'berakhir dengan Enter',
    Tab: 'berakhir dengan Tab',
    LineFeed: 'berakhir dengan suapan baris (Ctrl+J)',
    other: 'berakhir dengan kekunci lain',
    none: 'tiada penamat',
  },
  pace: (time) => `${time} antara aksara`,
  notRecognized: 'Kaunter tidak akan menganggap ini satu imbasan.',
  came: 'Diterima',
  read: 'Dibaca sebagai',
  recognizedAs: 'Dikenali sebagai',
  taken: {
    test: 'kod ujian',
    link: 'pautan baucar',
    ref: 'kod baucar atau kad',
    badge: 'lencana seseorang',
    receipt: 'rujukan pada resit',
    ignored: 'tiada apa',
  },
  faults: {
    'input-method': {
      title: 'Kaedah input menerima imbasan',
      lead: 'Ia boleh mengubah atau menelan aksara. Tukar kaedah input peranti ini kepada bahasa Inggeris, kemudian imbas lagi.',
    },
    joined: {
      title: 'Beberapa kod tiba sebagai satu',
      lead: 'Pengimbas menggabungkan kod yang bersebelahan. Tutup kod lain, dan tetapkan satu kod setiap imbasan serta Enter selepas setiap kod. Kaunter tidak sekali-kali menebus kod yang bergabung.',
    },
    several: {
      title: 'Beberapa kod tiba dalam satu imbasan',
      lead: 'Tutup kod lain, atau tetapkan pengimbas kepada satu kod setiap imbasan. Manualnya mungkin menamakan tetapan ini “multiple symbols”.',
    },
    layout: { title: 'Huruf tiba berubah', lead: 'Pengimbas menaip untuk papan kekunci yang lain daripada tetapan peranti ini.' },
    case: { title: 'Huruf besar dan kecil bertukar', lead: 'Caps Lock, atau tetapan pengimbas, menukarkannya.' },
    prefix: { title: 'Ada sesuatu sebelum setiap kod', lead: 'Pengimbas menambahnya:' },
    suffix: { title: 'Ada sesuatu selepas setiap kod', lead: 'Pengimbas menambahnya:' },
    'no-enter': {
      title: 'Tiada Enter di hujung imbasan',
      lead: 'Pengimbas hampir sama perlahan dengan menaip. Tillside boleh menamatkan imbasan selepas jeda singkat.',
    },
    slow: {
      title: 'Pengimbas menaip terlalu perlahan',
      lead: 'Tetapkan supaya ia menghantar tanpa lengah antara aksara, dengan Enter di hujung.',
    },
    garbled: { title: 'Ada aksara yang hilang', lead: 'Tetapkan pengimbas kepada papan kekunci peranti ini, dengan kod dalam manualnya.' },
  },
  mend: 'Betulkan pada peranti ini',
  mended: 'Dibetulkan. Imbas lagi untuk melihat.',
  fine: 'Pengimbas berfungsi dengan betul.',
  isSet: 'Peranti ini mempunyai pembetulan pengimbas.',
  reset: 'Buang pembetulan',
};
