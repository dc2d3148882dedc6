import { expect } from 'chai'
import type { Hex } from 'viem'
import type { MockService } from '../../../src/mock/index.js'
import { judgeAnswer } from '../../published/judge.js'
import { type QuotedTypedData, toTypedData } from '../../support/typedData.js'
import { accountOf, call, type Quote, quoteBody } from '../helpers.js'
import { createDocumentJudge } from './openApi.js'

export type Judge = Awaited<ReturnType<typeof createJudge>>

/** Calls the mock with its key, and expects each answer in the published form and in that of its own document. */
export async function createJudge(mock: MockService, { hasAttestations = true } = {}) {
  const judged = new Set<string>()
  const { apiKey } = mock
  const document = createDocumentJudge((await call(mock, '/openapi.json')).body)

  async function ask(operation: string, path: string, body?: unknown) {
    const answer = await call(mock, path, { apiKey, body })
    expect(answer.status, `${operation}: ${answer.text}`).equal(200)
    expect(judgeAnswer(operation, answer.body), operation).deep.equal([])
    expect(document.judgeAnswer(operation, 200, answer.body), operation).deep.equal([])
    expect(document.judgeBody(operation, body), operation).deep.equal([])
    const { searchParams } = new URL(path, mock.url)
    expect(document.judgeQuery(operation, searchParams), operation).deep.equal([])
    judged.add(operation)
    return answer.body
  }

  return {
    judged,
    get: (operation: string, path: string) => ask(operation, path),
    post: ask,
    quote: (fields: Record<string, unknown>): Promise<Quote> =>
      ask('POST /quote/v2', '/quote/v2', quoteBody(mock, fields)),
    price: (fields: Record<string, unknown>) => ask('POST /price', '/price', quoteBody(mock, fields)),

    /** Reads what else there is of a request. */
    async follow(requestId: Hex): Promise<void> {
      await ask('GET /intents/status/v3', `/intents/status/v3?requestId=${requestId}`)
      await ask('GET /intents/status', `/intents/status?requestId=${requestId}`)
      if (!hasAttestations) return
      await ask('GET /requests/{requestId}/signature', `/requests/${requestId}/signature`)
      await ask('GET /requests/{requestId}/signature/v2', `/requests/${requestId}/signature/v2`)
    },

    /** Signs the only item of a permit or a claim, as the first account of the tests. */
    async sign(steps: Quote['steps']): Promise<void> {
      const { sign, post } = steps[0]!.items[0]!.data as unknown as {
        sign: QuotedTypedData & { signatureKind: string; message: Hex }
        post: { endpoint: string; body: unknown }
      }
      const account = accountOf(mock, mock.accounts[1]!.address)
      const signature =
        sign.signatureKind === 'eip191'
          ? await account.signMessage({ message: { raw: sign.message } })
          : await account.signTypedData(toTypedData(sign))
      await ask('POST /execute/permits', `${post.endpoint}?signature=${signature}`, post.body)
    },
  }
}
