import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { configCurrencies } from '../../src/service/resources/config.js'
import { published } from '../published/schemas.js'
import { call, quoteBody, setUpMock } from './helpers.js'
import { createDocumentJudge, type OpenApi } from './support/openApi.js'

/** The name of everything in a document. */
function namesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [name, ...namesOf(child)])
}

// Every answer of publishedForms.test.ts is judged by the same document.
describe('the OpenAPI document of the mock', () => {
  const { mock } = setUpMock()
  let document: OpenApi
  let judge: ReturnType<typeof createDocumentJudge>
  before(async () => {
    document = (await call(mock, '/openapi.json')).body
    judge = createDocumentJudge(document)
  })

  const ask = (operation: string, fields: { query?: string; body?: unknown; apiKey?: string } = {}) => {
    const { query = '', body, apiKey } = fields
    const [method, path] = operation.split(' ') as [string, string]
    const filled = path.replace('{requestId}', `0x${'00'.repeat(32)}`).replace('{wallet}', mock.solver)
    return call(mock, filled + query, { method, body, apiKey })
  }

  it('default: is valid by an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).equal(undefined)
    expect(valid).equal(true)
    const { body: published } = await call(mock, '/documentation/json')
    const kept = new Set(namesOf(published))
    expect(new Set(namesOf(document).filter((name) => !kept.has(name)))).deep.equal(new Set(['fillContract']))
  })

  it('has every published operation, and the mock serves each documented one', async () => {
    expect(judge.operations).include.members(Object.keys(published.answers))
    for (const operation of judge.operations) {
      const { status, text } = await ask(operation)
      expect(`${status} ${text}`, operation).not.match(/^40[45].*(No route|is for)/)
    }
  })

  it('marks the deprecated fees of quotes and of the older listing, and nothing else in those answers', async () => {
    const marked = (path: string): string[] => {
      const paths: string[] = []
      const visit = (value: unknown, at: string) => {
        if (typeof value !== 'object' || value === null) return
        if ((value as { deprecated?: unknown }).deprecated === true) paths.push(at)
        for (const [name, child] of Object.entries(value)) visit(child, `${at}/${name}`)
      }
      const operation = Object.values(document.paths[path]!)[0] as { responses: Record<string, unknown> }
      visit(operation.responses[200], '')
      return paths.map((at) =>
        at.replace(/.*schema\//, '').replaceAll(/\/?(properties|items)|\/anyOf\/\d(?=\/)/g, ''),
      )
    }
    expect(['/quote/v2', '/quote', '/price', '/requests/v2', '/requests/v3'].map(marked)).deep.equal([
      ['/fees'],
      ['/fees'],
      ['/fees'],
      ['/requests/data/fees'],
      [],
    ])
  })

  it("has the specification's currencies for GET /config/v2", async () => {
    const { parameters } = document.paths['/config/v2']!.get as {
      parameters: { name: string; schema: object }[]
    }
    expect(parameters.find(({ name }) => name === 'currency')!.schema).deep.include({
      enum: [...configCurrencies],
    })
  })

  it('the errors of every operation have the documented form', async () => {
    for (const operation of judge.operations) {
      const { status, body } = await ask(operation, { apiKey: 'unknown' })
      expect(status, operation).equal(401)
      expect(judge.judgeAnswer(operation, status, body), operation).deep.equal([])
    }
  })

  it('the answers of unpublished operations have the documented form', async () => {
    const { body: quote } = await ask('POST /quote', { body: quoteBody(mock) })
    expect(judge.judgeAnswer('POST /quote', 200, quote)).deep.equal([])
    const query = `?requestId=${quote.steps[0].requestId}`
    const answers = [
      ['GET /intents/status/v2', await ask('GET /intents/status/v2', { query })],
      ['POST /currencies/v1', await ask('POST /currencies/v1', { body: {} })],
    ] as const
    for (const [operation, { status, body }] of answers) {
      expect(judge.judgeAnswer(operation, status, body), operation).deep.equal([])
    }
  })

  it('notices a wrong answer, body or query and an undocumented field', async () => {
    const { body } = await ask('GET /chains/health')
    const judgeHealth = (answer: object) => judge.judgeAnswer('GET /chains/health', 200, answer)
    expect(judgeHealth(body)).deep.equal([])
    expect(judgeHealth({ healthy: 'yes' })[0]).match(/healthy/)
    expect(judgeHealth({ ...body, more: 1 })[0]).match(/additional properties/)
    expect(judge.judgeBody('POST /quote/v2', { ...quoteBody(mock), amount: '1.5' })[0]).match(/amount/)
    expect(judge.judgeQuery('GET /requests/v3', new URLSearchParams('sortBy=name'))[0]).match(/sortBy/)
  })

  it('describes rules that a schema cannot express, in the words of the error', async () => {
    const described = JSON.stringify(document.paths['/quote/v2'])
    expect(described).include('of at most 256 bits')
    const { body } = await ask('POST /quote/v2', { body: { ...quoteBody(mock), strict: true } })
    expect(described).include(body.message)
  })

  it('a body that the mock refuses breaks the schema or a described rule', async () => {
    const quote = quoteBody(mock)
    const { requestId } = (await ask('POST /quote/v2', { body: quote })).body.steps[0]
    const call = { to: mock.solver, value: '0', data: '0x' }
    const execution = { executionKind: 'rawCalls', data: { ...call, chainId: 31101 } }
    const claim = { chainId: 31101, currency: mock.solver, recipient: mock.solver }
    const single = { chainId: 31101, requestId, tx: '{}' }
    const cases: [string, object][] = [
      ['POST /quote/v2', { ...quote, recipient: '0x1' }],
      ['POST /quote/v2', { ...quote, refundTo: 'zz' }],
      ['POST /quote/v2', { ...quote, txs: [{ ...call, data: '0x1' }] }],
      ['POST /quote/v2', { ...quote, appFees: [{ recipient: '0x12', fee: '1' }] }],
      ['POST /quote/v2', { ...quote, fillContract: 'zz' }],
      ['POST /quote/v2', { ...quote, usePermit: true }],
      ['POST /price', { ...quote, destinationChainId: quote.originChainId, usePermit: true }],
      ['POST /execute', { ...execution, requestId: 'x' }],
      ['POST /fast-fill', { requestId: 'x' }],
      ['POST /app-fees/{wallet}/claim', { ...claim, recipient: 'zz' }],
      ['POST /transactions/single', { ...single, requestId: 'x' }],
      ['POST /transactions/single', { ...single, tx: 'no' }],
    ]
    for (const [operation, body] of cases) {
      const { status, body: answer } = await ask(operation, { body, apiKey: mock.apiKey })
      const title = `${operation} ${JSON.stringify(body)} ${JSON.stringify(answer)}`
      expect(status, title).equal(400)
      const [method, path] = operation.split(' ') as [string, string]
      const { description } = document.paths[path]![method.toLowerCase()]! as { description?: string }
      const isNamed = description?.split('\n').includes(answer.message ?? answer.error)
      if (!isNamed) expect(judge.judgeBody(operation, body), title).not.deep.equal([])
    }
  })
})
