import { equal } from 'node:assert'
import { test } from 'node:test'
import { createServiceClient } from 'fillproof/client'
import { startMockService } from 'fillproof/mock'
import { privateKeyToAccount } from 'viem/accounts'
import { pay } from './pay.js'

test('the receiver gets paid', async () => {
  const mock = await startMockService({ idForm: 'public' })
  try {
    const [origin, destination] = mock.chains
    const [, payer, { address: recipient }] = mock.accounts
    const kept = []
    const { outcome } = await pay({
      client: createServiceClient({ profile: 'mock', baseUrl: mock.url }),
      account: privateKeyToAccount(payer.privateKey),
      ...{ origin, destination, recipient, receiver: destination.receiver },
      amount: 10n ** 18n,
      keep: (call) => void kept.push(call.state),
    })
    equal(outcome.status, 'success')
    equal(kept.at(-1), 'paid')
  } finally {
    await mock.close()
  }
})
