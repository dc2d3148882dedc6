import vm from 'node:vm'
import { expect } from 'chai'
import { build } from 'esbuild'
import { delivery, payload } from './support.js'

describe('fillproof/webhooks in a browser bundle', () => {
  it('behavior: imports nothing of Node, and verifies', async () => {
    const result = await build({
      entryPoints: ['src/webhooks/index.ts'],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'webhooks',
      metafile: true,
      write: false,
      logLevel: 'silent',
    })
    const imports = Object.values(result.metafile.inputs).flatMap((input) => input.imports)
    expect(imports.filter(({ path, external }) => external || path.startsWith('node:'))).deep.equal([])
    const parameters = delivery()
    const context = vm.createContext({ parameters, TextEncoder, TextDecoder, Uint8Array, URL, crypto })
    vm.runInContext(result.outputFiles[0]!.text, context)
    const event = await vm.runInContext('webhooks.verifyWebhook(parameters).then(JSON.stringify)', context)
    expect(JSON.parse(event)).deep.equal(payload)
  })
})
