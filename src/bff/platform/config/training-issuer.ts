import type { IssuerAddress } from './config.ts';

type Credentials = Pick<IssuerAddress, 'mid'> & { readonly clientId: string; readonly clientSecret: string };

/** The embedded issuer as it describes itself. */
interface EmbeddedIssuer {
  readonly merchantBaseUrl: string;
  readonly clientBaseUrl: string;
  readonly tokenUrl: string;
  readonly shops: readonly Credentials[];
  readonly client: Omit<Credentials, 'mid'>;
}

/** The address of the first training shop. */
export function trainingIssuerAddress(issuer: EmbeddedIssuer | null): IssuerAddress {
  const shop = issuer?.shops[0];
  if (!issuer || !shop) throw new Error('The embedded voucher service has no shop');
  return {
    merchantBaseUrl: issuer.merchantBaseUrl,
    merchantClientId: shop.clientId,
    merchantClientSecret: shop.clientSecret,
    mid: shop.mid,
    client: {
      baseUrl: issuer.clientBaseUrl,
      token: { kind: 'fetched', url: issuer.tokenUrl, ...issuer.client },
      pair: issuer.client,
    },
  };
}
