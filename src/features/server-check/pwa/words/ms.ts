import type { ServerCheckMessages } from './en.ts';

export const ms: ServerCheckMessages = {
  title: 'Semakan pelayan',
  lead: 'Menyemak pelayan dan pelayar ini. Tiada apa-apa diubah, dan anda boleh teruskan dalam apa jua keadaan.',
  managersOnly:
    'Hanya pengurus boleh melihat keputusan pelayan. Untuk melihatnya, log masuk sebagai pengurus, kemudian buka halaman ini semula.',
  checking: 'Sedang menyemak… Ini boleh mengambil beberapa saat.',
  again: 'Semak semula',
  leave: 'Teruskan',
  packet: 'Muat turun fail sokongan',
  packetLead:
    'Fail sokongan ialah fail teks: hasil semakan, versi, nama tetapan dan baris log terkini. Ia tidak mengandungi rahsia, nombor baucar atau nama.',
  browser: 'Pelayar ini',
  server: 'Pelayan',
  states: {
    ok: 'OK',
    note: 'Perhatian',
    problem: 'Masalah',
  },
  subjects: {
    address: 'Alamat',
    secure: 'Penyulitan',
    browserClock: 'Jam peranti ini',
    camera: 'Kamera',
    storage: 'Storan pelayar ini',
  },
  serverSubjects: {
    port: 'Port',
    certificate: 'Sijil',
    settings: 'Tetapan',
    store: 'Jurnal',
    backups: 'Sandaran',
    issuer: 'Perkhidmatan baucar',
    clock: 'Jam pelayan',
    'client API': 'Pautan dan jualan baucar',
    check: 'Semakan baki',
    printer: 'Pencetak',
  },
  texts: {
    same: 'Sama seperti dalam tetapan pelayan.',
    thisMachine: 'Mesin ini.',
    noOrigin: ({ origin }) =>
      `Pelayar menunjukkan ${origin}. Tetapkan PUBLIC_ORIGIN kepada alamat ini, jika tidak pelayar ini tidak boleh menggunakan kaunter.`,
    otherOrigin: ({ origin, publicOrigin }) =>
      `Pelayar menunjukkan ${origin}, tetapi PUBLIC_ORIGIN ialah ${publicOrigin ?? ''}. Buka alamat itu, atau betulkan tetapan.`,
    accepted: 'Pelayan menerima alamat ini.',
    notAccepted: ({ origin }) =>
      `Pelayan tidak menerima ${origin}, jadi pelayar ini tidak boleh menggunakan kaunter. Minta alamat yang betul daripada IT.`,
    noAnswer: 'Tidak disemak, kerana pelayan tidak membalas.',
    encrypted: 'Sambungan disulitkan, atau kekal dalam mesin ini.',
    notEncrypted: 'Sambungan tidak disulitkan. Gunakan HTTPS, jika tidak pelayar tidak membenarkan kamera.',
    clockRight: 'Sama seperti jam pelayan.',
    clockWrong: ({ clockOffsetMs }) =>
      `Berbeza ${Math.round(Math.abs(clockOffsetMs) / 60_000)} minit daripada jam pelayan. Tetapkan masa peranti ini.`,
    cameraGranted: 'Dibenarkan.',
    cameraAsks: 'Pelayar akan meminta kebenaran apabila kamera digunakan kali pertama.',
    cameraDenied: 'Disekat untuk alamat ini. Benarkan dalam tetapan laman pelayar.',
    cameraNone: 'Tiada kamera ditemui. Gunakan pengimbas tangan, atau taip nombor.',
    storageWorks: 'Berfungsi.',
    storageLow: 'Hampir penuh. Kosongkan sedikit ruang pada peranti ini.',
    storageFails:
      'Pelayar ini tidak menyimpan apa-apa di sini, jadi operasi mungkin hilang apabila ditutup. Keluar dari tetingkap peribadi, atau benarkan storan untuk alamat ini.',
  },
};
