import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { connectionAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const connectionActionTexts: ActionTexts<keyof typeof connectionAuditActions> = {
  en: {
    'key.made': 'API key created',
    'key.replaced': 'API key secret replaced',
    'key.revoked': 'API key revoked',
    'webhook.added': 'Webhook added',
    'webhook.secret-changed': 'Webhook secret changed',
    'webhook.removed': 'Webhook removed',
    'webhook.sent-again': 'Webhook message sent again',
  },
  zh: {
    'key.made': 'API 密钥已创建',
    'key.replaced': '密钥已更换',
    'key.revoked': '密钥已撤销',
    'webhook.added': '已添加 Webhook',
    'webhook.secret-changed': 'Webhook 密钥已更换',
    'webhook.removed': 'Webhook 已移除',
    'webhook.sent-again': '已重新发送 Webhook 消息',
  },
  ms: {
    'key.made': 'Kunci API dibuat',
    'key.replaced': 'Rahsia kunci diganti',
    'key.revoked': 'Kunci dibatalkan',
    'webhook.added': 'Webhook ditambah',
    'webhook.secret-changed': 'Rahsia webhook ditukar',
    'webhook.removed': 'Webhook dibuang',
    'webhook.sent-again': 'Mesej webhook dihantar semula',
  },
  ta: {
    'key.made': 'நிரலுக்குத் திறவுகோல் உருவாக்கப்பட்டது',
    'key.replaced': 'திறவுகோலின் இரகசியம் மாற்றப்பட்டது',
    'key.revoked': 'திறவுகோல் திரும்பப் பெறப்பட்டது',
    'webhook.added': 'வெப்ஹூக் சேர்க்கப்பட்டது',
    'webhook.secret-changed': 'வெப்ஹூக் இரகசியம் மாற்றப்பட்டது',
    'webhook.removed': 'வெப்ஹூக் நீக்கப்பட்டது',
    'webhook.sent-again': 'வெப்ஹூக் செய்தி மீண்டும் அனுப்பப்பட்டது',
  },
  fr: {
    'key.made': 'Clé API créée',
    'key.replaced': 'Secret d’une clé remplacé',
    'key.revoked': 'Clé révoquée',
    'webhook.added': 'Webhook ajouté',
    'webhook.secret-changed': 'Secret d’un webhook changé',
    'webhook.removed': 'Webhook retiré',
    'webhook.sent-again': 'Message d’un webhook renvoyé',
  },
};
