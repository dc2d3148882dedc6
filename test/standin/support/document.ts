const text = { type: 'string' }
const whole = { type: 'integer' }
const yes = { type: 'boolean' }
const list = (items: object) => ({ type: 'array', items })
const object = (properties: object) => ({ type: 'object', properties })

const needed = {
  ...{ user: text, originChainId: whole, destinationChainId: whole },
  ...{ originCurrency: text, destinationCurrency: text, amount: text },
  tradeType: { enum: ['EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT'] },
}

/** The specification's fields, and those that the stand-in reads. Others are accepted: the specification's list is not complete. */
const request = {
  ...object({
    ...needed,
    ...{ recipient: text, refundTo: text, referrer: text, protocolVersion: text },
    ...{ useExternalLiquidity: yes, subsidizeFees: yes, explicitDeposit: yes, includeProtocolData: yes },
    ...{ usePermit: yes, useDepositAddress: yes },
    sponsoredFeeComponents: list(text),
    txs: list({ type: 'object' }),
  }),
  required: Object.keys(needed),
  additionalProperties: true,
}

const check = object({ endpoint: text, method: text })
const step = object({
  ...{ id: text, action: text, description: text, kind: text, requestId: text, depositAddress: text },
  items: list(object({ status: text, data: { type: 'object' }, check })),
})

const answer = {
  ...object({
    steps: list({ ...step, additionalProperties: true }),
    fees: { type: 'object', deprecated: true },
    details: { type: 'object' },
    protocol: object({ v2: { type: 'object' } }),
  }),
  additionalProperties: true,
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** The OpenAPI document of the operations that are served, each the pattern of its method and path. */
export function makeDocument(patterns: readonly RegExp[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { source } of patterns) {
    const line = source.replaceAll('\\/', '/').replaceAll(/\([^)]*\)/g, '{id}')
    const [, method, path] = /^\^(\w+) (.*)\$$/.exec(line)!
    const isQuote = path === '/quote/v2'
    const responses = { 200: isQuote ? json(answer) : { description: 'Success' } }
    paths[path!] = {
      ...paths[path!],
      [method!.toLowerCase()]: { ...(isQuote && { requestBody: json(request) }), responses },
    }
  }
  return { openapi: '3.0.0', info: { title: 'A stand-in', version: '1' }, paths }
}
