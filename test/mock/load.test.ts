import { expect } from 'chai'
import { runLoad } from '../../bench/load/runLoad.js'
import { count } from '../support/deep.js'
import { setUpMock } from './helpers.js'

describe('load', () => {
  const requests = count({ normal: 30, deep: 1000 })
  const { mock } = setUpMock({ accounts: 20, webhookRetry: { delayMs: 20 } })

  it(`behavior: ${requests} requests from quote to success, without a loss`, async function () {
    this.timeout(600_000)
    const { outcomes, webhooks, refusedDeliveries, heapMb } = await runLoad({
      mock,
      requests,
      concurrency: 10,
    })
    expect(outcomes).deep.equal({ success: requests })
    expect(webhooks).deep.equal({ 'waiting pending submitted success': requests })
    expect(refusedDeliveries).above(0)
    // What the mock keeps of a request is small: nothing else may grow.
    expect(heapMb.end - heapMb.half).below(10 + requests / 50)
  })
})
