import type { AccessibilityWords } from './en.ts';

export const ms: AccessibilityWords = {
  title: 'Siapa boleh guna kaunter ini',
  lead: 'Ia dibina untuk memenuhi WCAG 2.2 tahap AA. Ia tidak diperakui oleh sesiapa.',
  met: {
    title: 'Yang boleh',
    lines: [
      'Semuanya dengan papan kekunci sahaja; pintasan ada dalam menu.',
      'Pembaca skrin mendengar setiap keputusan dan penolakan dengan sendirinya.',
      'Huruf dua kali ganda, telefon 320 piksel, cerah, gelap dan warna paksaan.',
      'Tiada keputusan diberitahu dengan warna sahaja: ada perkataan, ikon, bunyi dan getaran.',
      'Tiada yang bergerak bagi mereka yang meminta begitu pada peranti.',
    ],
  },
  notMet: {
    title: 'Yang belum',
    lines: [
      'Menghala kamera memerlukan penglihatan. Taip nombor, atau guna pengimbas tangan.',
      'PIN perlu diingati.',
      'Belum ada orang yang mencubanya dengan pembaca skrin untuk kami.',
    ],
  },
  tell: {
    title: 'Beritahu siapa',
    lines: ['Sesiapa yang mengurus kaunter kedai ini. Mereka boleh menghubungi pembinanya.'],
  },
};
