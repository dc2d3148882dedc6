import { expect } from 'chai'
import { hashMessage } from 'viem'
import { hashAttestation, parseAttestation, recoverSolver, verifyAttestation } from '../../../src/index.js'
import { readVector } from '../../support/vectors.js'

describe('attestation vectors', () => {
  for (const name of ['attestation-v1-live', 'attestation-v2-live', 'attestation-v2-constructed']) {
    const vector = readVector(name)

    it(`${name}: hash and digest`, () => {
      const attestation = parseAttestation(vector.record)
      expect(attestation.layout).equal(vector.layout)
      expect(hashAttestation(attestation)).equal(vector.hash)
      if (vector.digest) expect(hashMessage({ raw: hashAttestation(attestation) })).equal(vector.digest)
    })

    if (!vector.record.signature) continue
    it(`${name}: signer`, async () => {
      const attestation = parseAttestation(vector.record)
      expect(await recoverSolver({ attestation })).equal(vector.solver)
      expect(await verifyAttestation({ attestation, solver: vector.solver })).deep.equal({
        valid: true,
        solver: vector.solver,
        checks: [
          { name: 'signature', ok: true },
          { name: 'solver', ok: true, expected: vector.solver, actual: vector.solver },
        ],
      })
    })
  }
})
