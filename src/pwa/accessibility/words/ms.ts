import type { AccessibilityMessages } from './en.ts';

export const ms: AccessibilityMessages = {
  title: 'Kebolehcapaian',
  lead: 'Tillside dibina untuk memenuhi WCAG 2.2 tahap AA. Ia belum diperakui.',
  met: {
    title: 'Disokong',
    lines: [
      'Semua boleh dibuat dengan papan kekunci. Pintasan ada dalam menu.',
      'Pembaca skrin mengumumkan setiap keputusan.',
      'Teks 200 %, telefon selebar 320 piksel, tema cerah, gelap dan kontras tinggi.',
      'Keputusan tidak bergantung pada warna sahaja: ada teks, ikon, bunyi dan getaran.',
      'Animasi dimatikan jika peranti anda ditetapkan untuk mengurangkan gerakan.',
    ],
  },
  notMet: {
    title: 'Belum disokong',
    lines: [
      'Anda perlu melihat skrin untuk menghala kamera. Masukkan nombor atau guna pengimbas tangan.',
      'Anda perlu mengingati PIN.',
      'Tillside belum diuji oleh pengguna pembaca skrin.',
    ],
  },
  tell: {
    title: 'Laporkan masalah',
    lines: ['Beritahu pengurus kedai ini. Pengurus boleh menghubungi pembina Tillside.'],
  },
};
