export { type ClientOptions, createClient, type TillsideClient } from './client.ts';
export type { ListedItem, ListName, ListQuery } from './iterate.ts';
export { matchRedemption, type Redemption, type RedemptionCases, type Tender, type Value } from './redemption.ts';
export type { RedemptionRequest, RedemptionStore, SavedRedemption } from './store.ts';
export { type PayLinkResult, type PublicKey, type SaleOfReturn, verifyReturn } from './verify-return.ts';
export { verifyWebhook, type WebhookEvent, type WebhookRequest } from './verify-webhook.ts';
