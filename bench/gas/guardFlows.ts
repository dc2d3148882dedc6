// The flows of the guard: a payment into the depository, with either kind of evidence.
import { toHex } from 'viem'
import { evidenceKinds, type Guard } from './deployGuard.js'
import { assets, type Flow, nativeValue, tokenOf } from './flows.js'
import { makePaymentEvidence } from './makePaymentEvidence.js'

export const guardFlows: Flow<Guard>[] = evidenceKinds.flatMap((kind) =>
  assets.flatMap((asset) =>
    [0, 1, 3].map(
      (calls): Flow<Guard> => ({
        name: kind,
        detail: calls === 1 ? '1 call' : `${calls} calls`,
        asset,
        baseline: { paid: 'depository', marked: true },
        async prepare(contract, salt) {
          const evidence = await makePaymentEvidence(contract, salt, {
            input: { currency: tokenOf(contract, asset) },
            calls: Array.from({ length: calls }, (_, index) => {
              return { to: contract.target, data: toHex(index, { size: 100 }), value: 0n }
            }),
          })
          return {
            to: contract.guard,
            data: contract.encodePayment(kind, evidence),
            value: nativeValue(asset),
          }
        },
      }),
    ),
  ),
)
