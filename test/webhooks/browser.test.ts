import vm from 'node:vm'
import { expect } from 'chai'
import { bundleForBrowser } from '../support/bundle.js'
import { delivery, payload } from './support.js'

describe('fillproof/webhooks in a browser bundle', () => {
  it('behavior: imports nothing of Node, and verifies', async () => {
    const { text } = await bundleForBrowser('src/webhooks/index.ts')
    const parameters = delivery()
    const context = vm.createContext({ parameters, TextEncoder, TextDecoder, Uint8Array, URL, crypto })
    vm.runInContext(text, context)
    const event = await vm.runInContext('entry.verifyWebhook(parameters).then(JSON.stringify)', context)
    expect(JSON.parse(event)).deep.equal(payload)
  })
})
