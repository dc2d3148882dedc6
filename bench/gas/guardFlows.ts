// What is compared of guards: a payment into the depository, with either kind of evidence.
import { assets, type Flow, makeCalls, nativeValue, tokenOf } from './flows.js'
import { evidenceKinds, type GuardContest } from './guardContenders.js'
import { makePaymentEvidence } from './makePaymentEvidence.js'

export const guardFlows: Flow<GuardContest>[] = evidenceKinds.flatMap((kind) =>
  assets.flatMap((asset) =>
    [0, 1, 3].map(
      (calls): Flow<GuardContest> => ({
        name: kind,
        asset,
        calls,
        paid: 'depository',
        async prepare(contest, salt) {
          const evidence = await makePaymentEvidence(contest, salt, {
            input: { currency: tokenOf(contest, asset) },
            calls: makeCalls(contest, asset, calls),
          })
          return {
            to: contest.guard,
            data: contest.encodePayment(kind, evidence),
            value: nativeValue(asset),
          }
        },
      }),
    ),
  ),
)
