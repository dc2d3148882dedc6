import vm from 'node:vm'
import { expect } from 'chai'
import { build } from 'esbuild'
import { readVector } from './support/vectors.js'

const { record, hash, solver } = readVector('attestation-v1-live')

describe('browser bundle', () => {
  it('imports nothing of Node, and gives the known answer', async () => {
    const result = await build({
      entryPoints: ['src/index.ts'],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'fillproof',
      metafile: true,
      write: false,
      logLevel: 'silent',
    })
    const imports = Object.values(result.metafile.inputs).flatMap(({ imports }) => imports)
    expect(imports.filter(({ path, external }) => external || path.startsWith('node:'))).deep.equal([])

    const [bundle] = result.outputFiles
    const context = vm.createContext({ record, solver, TextEncoder, TextDecoder, crypto })
    vm.runInContext(bundle!.text, context)
    const answer = await vm.runInContext(
      `(async () => {
        const attestation = fillproof.parseAttestation(record)
        const { valid } = await fillproof.verifyAttestation({ attestation, solver })
        return JSON.stringify([fillproof.hashAttestation(attestation), valid])
      })()`,
      context,
    )
    expect(JSON.parse(answer)).deep.equal([hash, true])
  })
})
