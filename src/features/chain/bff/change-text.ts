import type { ChainChange } from './plan.ts';
import { HEAD_OFFICE, type Joining, type Post } from './plan-people.ts';
import { isAddition, partText } from './shop-parts.ts';

const LEARNED = 'learned from its first redemption';

/** Describes a change in one line, without secrets. */
export function changeText(change: ChainChange): string {
  switch (change.kind) {
    case 'name':
      return `~ the shop of the settings: ${change.name}`;
    case 'account':
      return `${change.isNew ? '+' : '~'} account ${change.name}`;
    case 'add-shop':
      return `+ shop ${change.slug}: ${change.shop.name}, mid ${change.shop.mid ?? LEARNED}`;
    case 'change-shop':
      return `~ shop ${change.slug}: ${change.fields.join(', ')}`;
    case 'remove-shop':
      return `- shop ${change.slug}: not in the file, so it is suspended; its journal stays`;
    case 'place':
      return joiningText(change, change.shopName, change.role);
    case 'remove-place':
      return `- ${change.shopName}: ${change.name}`;
    case 'add-person':
      return newPersonText(change);
    case 'add-member':
      return joiningText(change, HEAD_OFFICE, 'office');
    case 'remove-member':
      return `- head office: ${change.name}`;
    case 'chain-settings':
      return `~ all shops: ${change.locked ? 'locked ' : ''}settings ${Object.keys(change.settings).join(', ')}`;
    case 'reset-chain-settings':
      return `~ all shops: settings ${change.names.join(', ')}`;
    case 'part':
      return `${isAddition(change.part) ? '+' : '~'} ${change.slug ?? 'firstShop'}: ${partText(change.part)}`;
    case 'remove-part':
      return `- ${change.slug ?? 'firstShop'}: ${partText(change.part)}`;
  }
}

function newPersonText({ name, posts, isMember }: Extract<ChainChange, { kind: 'add-person' }>): string {
  const places = posts.map(({ role, shopName }) => `${role} in ${shopName}`);
  return `+ ${name}, a new person: ${[...places, ...(isMember ? [HEAD_OFFICE] : [])].join(', ')}`;
}

/** Begins with `!` if a person of another shop gets the rights of a manager or of head office. */
function joiningText({ name, today }: Joining, place: string, role: Post['role']): string {
  const isFromElsewhere = today.length > 0 && !today.some(({ shop }) => shop === place);
  const mark = isFromElsewhere && role !== 'cashier' && role !== 'stock' ? '!' : '+';
  const posts = today.map((post) => (post.role === 'office' ? post.shop : `${post.role} in ${post.shop}`));
  const now = posts.length === 0 ? 'without a shop today' : `today ${posts.join(', ')}`;
  return `${mark} ${place}: ${name}${role === 'office' ? '' : ` as ${role}`}, ${now}`;
}
