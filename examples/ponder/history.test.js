import { deepEqual } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServiceClient, payReceiver } from 'fillproof/client'
import { startMockService } from 'fillproof/mock'
import { createPublicClient, createWalletClient, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const folder = mkdtempSync('.ponder-test-')
const [RECEIVERS, PGLITE, port] = [`${folder}/receivers.json`, `${folder}/pglite`, 42169]
let mock
let indexer
before(async () => {
  mock = await startMockService({ idForm: 'public' })
  const chains = mock.chains.map(({ id, rpcUrl, receiver }) => ({
    id,
    rpcUrl,
    fromBlock: 0,
    receivers: [receiver],
  }))
  writeFileSync(RECEIVERS, JSON.stringify({ profile: 'mock', solvers: [mock.solver], chains }))
  const options = ['start', '--schema', 'test', '--port', port, '--log-level', 'warn']
  const env = { ...process.env, RECEIVERS, PGLITE, PONDER_TELEMETRY_DISABLED: 'true' }
  indexer = spawn('node_modules/.bin/ponder', options, { env, stdio: 'inherit' })
})
after(async () => {
  indexer.kill()
  await mock.close()
  rmSync(folder, { recursive: true })
})

async function query(text) {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: text }),
  })
  return (await response.json()).data
}

test('answers with a fill, its authorization and its verdict', async () => {
  const [origin, destination] = mock.chains
  const [, { privateKey }, { address: recipient }] = mock.accounts
  const connect = ({ rpcUrl }) =>
    createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(rpcUrl) })
  const amount = 10n ** 18n
  await payReceiver(createServiceClient({ profile: 'mock', baseUrl: mock.url }), {
    walletClient: connect(origin),
    authorizer: connect(destination),
    originClient: createPublicClient({ transport: http(origin.rpcUrl) }),
    destinationClient: createPublicClient({ transport: http(destination.rpcUrl) }),
    receiver: destination.receiver,
    request: {
      ...{ originChainId: origin.id, originCurrency: zeroAddress },
      ...{ destinationChainId: destination.id, destinationCurrency: zeroAddress },
      ...{ tradeType: 'EXACT_OUTPUT', amount },
    },
    payment: { recipient },
    maximumAmountIn: 2n * amount,
    keep() {},
  })
  const lists = 'findings { items { kind } } authorizations { items { chainId } }'
  let found
  for (let tries = 0; !found?.length && tries < 60; tries++) {
    await sleep(1000)
    const data = await query(`{ fills { items { recipient amount unchecked ${lists} } } }`).catch(() => {})
    found = data?.fills.items
  }
  const authorizations = { items: [{ chainId: destination.id }] }
  const fill = { recipient: recipient.toLowerCase(), amount: `${amount}`, unchecked: [] }
  deepEqual(found, [{ ...fill, findings: { items: [] }, authorizations }])
})
