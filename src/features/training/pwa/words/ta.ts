import type { TrainingMessages } from './en.ts';

export const ta: TrainingMessages = {
  lead: 'ஒன்றை இங்கே பயன்படுத்துங்கள், இந்தப் பக்கத்தை அச்சிடுங்கள், அல்லது குறியீட்டைப் பெரிதாக்கி கேமரா முன் காட்டுங்கள். உண்மையான பணம் இல்லை.',
  print: 'அச்சிடு',
  filter: 'காட்டு',
  all: 'அனைத்தும்',
  groups: {
    everyday: 'அன்றாடம்',
    refused: 'மறுக்கப்பட்டவை',
    disputes: 'தகராறுகள்',
    kinds: 'வவுச்சர் வகைகள்',
    physical: 'அட்டைகள்',
    trouble: 'சிக்கல்கள்',
  },
  sequence: (number) => `வரிசை எண் ${number}`,
  showLarge: (title) => `பெரிதாகக் காட்டு: ${title}`,
  useHere: 'இங்கே பயன்படுத்து',
  practice: 'பயிற்சி',
  codeOfCard: 'பயன்படுத்த: அட்டையின் இரகசியக் குறியீடு',
  sequenceBars: 'செயல்படுத்த: வரிசை எண்',
  empty: 'பயிற்சி வவுச்சர்கள் இல்லை.',
  unavailable: 'பயிற்சி வவுச்சர்களை ஏற்ற முடியவில்லை.',
};
