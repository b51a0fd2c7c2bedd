import { pluralsOf } from '../plural.ts';
import type { CameraMessages } from './en.ts';

const plural = pluralsOf('ms');

/** Bahasa Melayu */
export const camera: CameraMessages = {
  title: 'Pengimbas',
  starting: 'Kamera sedang dimulakan',
  paused: 'Pengimbas dijeda',
  inView: (count) => plural(count, { other: '# kod kelihatan' }),
  others: (count) => plural(count, { other: '# lagi kelihatan' }),
  together: {
    use: (count, due) => `Guna ${count} ini, hingga ${due}`,
    notUsed: (count) => plural(count, { other: '# baucar tidak digunakan' }),
    stopped: 'Dihentikan supaya anda dapat menyemak. Tiada apa ditebus daripada baucar ini.',
    notNeeded: 'Jualan sudah dibayar penuh. Tiada apa ditebus daripada baucar ini.',
  },
  choose: 'Kamera',
  unnamed: (number) => `Kamera ${number}`,
  torch: 'Lampu suluh',
  zoom: 'Zum',
  fine: 'Gambar lebih tajam untuk kod kecil',
  meanwhile: 'Pengimbas tangan dan menaip masih boleh digunakan.',
  handScanner: 'Saya guna pengimbas tangan',
  handReady: 'Sedia untuk pengimbas tangan',
  otherWays: 'Cara lain memasukkan kod',
  again: 'Cuba kamera sekali lagi',
  useCamera: 'Guna kamera',
  picture: {
    choose: 'Pilih gambar',
    how: 'Atau lepaskan gambar pada halaman ini, atau tampal. Gambar kekal pada peranti ini.',
    reading: 'Mencari kod dalam gambar',
    stop: 'Henti',
    found: 'Kod telah dibaca daripada gambar.',
    nothing: 'Tiada kod ditemui dalam gambar ini. Cuba gambar yang lebih jelas, lebih dekat dan lurus.',
    unreadable: 'Fail ini bukan gambar yang boleh dibuka di sini. Cuba tangkapan skrinnya.',
  },
  problems: {
    refused: { title: 'Kamera disekat', advice: 'Ketik ikon di sebelah alamat, atau buka tetapan pelayar, dan benarkan kamera.' },
    missing: { title: 'Tiada kamera ditemui', advice: 'Sambungkan kamera atau guna peranti yang mempunyainya.' },
    busy: { title: 'Kamera sedang digunakan', advice: 'Tutup aplikasi dan tab lain yang menggunakannya, kemudian cuba lagi.' },
    lost: { title: 'Kamera terputus', advice: 'Sambungkannya semula, kemudian cuba lagi.' },
    muted: {
      title: 'Kamera dijeda',
      advice: 'Aplikasi lain atau panggilan sedang menggunakannya. Kamera akan bersambung sendiri selepas itu.',
    },
    black: {
      title: 'Gambar hitam',
      advice: 'Alihkan apa yang menutup kanta atau buka penutupnya, dan guna lampu suluh dalam gelap. Jika masih hitam, cuba lagi.',
    },
    insecure: {
      title: 'Kamera memerlukan alamat selamat',
      advice: 'Buka halaman ini melalui https. Pentadbir pelayan boleh mengaktifkannya.',
    },
    unsupported: {
      title: 'Pelayar ini tidak boleh menggunakan kamera',
      advice: 'Gunakan versi terkini Chrome, Edge, Firefox atau Safari.',
    },
  },
};
