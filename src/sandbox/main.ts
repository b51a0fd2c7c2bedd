import { join } from 'node:path';
import { delaysFrom, readInteger } from './environment.ts';
import { FAULT_NAMES, FAULTS } from './fault-table.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

function introduce({ origin, merchantBaseUrl, clientBaseUrl, tokenUrl, shops, client }: Sandbox): string {
  return [
    `Voucher service (practice) at ${origin}`,
    `  merchant API  ${merchantBaseUrl}/v1`,
    `  client API    ${clientBaseUrl}/v3, ${clientBaseUrl}/v2`,
    `  tokens        ${tokenUrl}`,
    ...shops.map(
      ({ name, mid, clientId, clientSecret }) => `  ${name}: mid ${mid}, id ${clientId}, secret ${clientSecret}`,
    ),
    `  client: id ${client.clientId}, secret ${client.clientSecret}`,
    'Vouchers that make trouble when redeemed:',
    ...FAULT_NAMES.map((name) => `  ${FAULTS[name].ref}  ${name}: ${FAULTS[name].shows}`),
    'The same by chance, for a share of all calls that change something:',
    `  curl -X POST ${origin}/sandbox/faults -H 'content-type: application/json' -d ` +
      `'{"rates":{"dropAfterCommit":0.1},"seed":1}'`,
    `  curl -X DELETE ${origin}/sandbox/faults`,
    '',
  ].join('\n');
}

const sandbox = await startSandbox({
  directory: join(process.env['DATA_DIR'] ?? './data', 'sandbox'),
  host: process.env['HOST'] ?? '127.0.0.1',
  port: readInteger(process.env, 'PORT', 8788, 65_535),
  seed: readInteger(process.env, 'SANDBOX_SEED', 1, 0xffff_ffff),
  delays: delaysFrom(process.env),
  cards: readInteger(process.env, 'SANDBOX_CARDS', 0, 100_000),
  transactions: readInteger(process.env, 'SANDBOX_TRANSACTIONS', 0, 1_000_000),
  shops: readInteger(process.env, 'SANDBOX_SHOPS', 2, 1_000),
  accounts: Math.max(1, readInteger(process.env, 'SANDBOX_ACCOUNTS', 1, 100)),
  transactionShops: process.env['SANDBOX_TRANSACTION_SHOPS'] === '1' ? 1 : 2,
});
process.stdout.write(introduce(sandbox));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close());
