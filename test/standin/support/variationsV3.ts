// What was inferred of quotes of version 3, in other ways.
import type { Variation } from './service.js'
import { changing } from './variations.js'

type Fields = Record<string, unknown>
type Guess = {
  name: string
  make: () => Variation
  /** The error where the steps of a quote can't be run. */
  refused?: { name: string; path?: string; needs?: string }
}

const quotes = (change: (quote: Fields) => void) =>
  changing((object, path) => {
    // A claim has steps and no id.
    if (path === '' && object.requestId !== undefined && Array.isArray(object.steps)) change(object)
  })

const steps = (change: (step: Fields) => void) =>
  quotes((quote) => {
    for (const step of quote.steps as Fields[]) change(step)
  })

const data = (change: (data: Fields) => void) => steps((step) => change(step.data as Fields))

const without =
  (...names: string[]) =>
  (fields: Fields) => {
    for (const name of names) delete fields[name]
  }

/** With these a quote is as good: every flow goes to its end. */
export const sameGuesses: Guess[] = [
  {
    name: 'fees without quoted',
    make: quotes((quote) => {
      const { quoted, currency } = quote.fees as { quoted: object; currency: object }
      quote.fees = { ...quoted, currency }
    }),
  },
  {
    name: 'neither fees nor details nor labels',
    make: quotes((quote) => {
      without('fees', 'details')(quote)
      const optional = ['action', 'description', 'status', 'check', 'depositAddressId']
      for (const step of quote.steps as Fields[]) without(...optional)(step)
    }),
  },
  {
    name: 'fees and details of other types',
    make: quotes((quote) => Object.assign(quote, { fees: '0.1', feeSponsorship: 0, details: ['swap'] })),
  },
  {
    name: 'data without gas',
    make: data(without('gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas')),
  },
  {
    name: 'the id in each step too, and null for what is not there',
    make: quotes((quote) => {
      const { requestId } = quote
      const rest = { depositAddress: null, depositAddressId: null, check: null }
      quote.steps = (quote.steps as Fields[]).map((step) => ({ ...rest, requestId, ...step }))
    }),
  },
  {
    name: 'a deposit address with nothing but itself',
    make: steps((step) => {
      const { address } = (step.depositAddress ?? {}) as Fields
      if (address) step.depositAddress = { address, type: 5, depositor: {} }
    }),
  },
  {
    name: 'progress that nobody made',
    make: steps((step) => {
      Object.assign(step, { status: 'complete', txHash: `0x${'11'.repeat(32)}`, isPosted: true })
    }),
  },
]

const mismatch = (path: string) => ({ name: 'StepMismatchError', path })
const unverified = { name: 'UnverifiedStepError', needs: 'depositAddress' }
const addressed = (depositAddress: unknown) => steps((step) => Object.assign(step, { depositAddress }))

/** With these the steps of no quote are run. */
export const refusedGuesses: Guess[] = [
  { name: 'no kind', make: steps(without('kind')), refused: mismatch('steps[0].kind') },
  {
    name: 'another kind',
    make: steps((step) => Object.assign(step, { kind: 'call' })),
    refused: mismatch('steps[0].kind'),
  },
  { name: 'no data', make: steps(without('data')), refused: mismatch('steps[0].data') },
  { name: 'no order', make: quotes(without('protocol')), refused: mismatch('protocol.v2') },
  {
    name: 'items that are empty',
    make: steps((step) => Object.assign(step, { items: [] })),
    refused: mismatch('steps'),
  },
  {
    name: 'an id of another form',
    make: quotes((quote) => Object.assign(quote, { requestId: 'req_1' })),
    refused: mismatch('steps[0].requestId'),
  },
  {
    name: 'the check of another request',
    make: steps((step) => {
      step.check = { endpoint: `/intents/status/v3?requestId=0x${'11'.repeat(32)}`, method: 'GET' }
    }),
    refused: mismatch('steps[0].check.endpoint'),
  },
  ...['', '0x', `0x${'11'.repeat(20)}`, [], {}, { type: 'strict' }, { address: null }, 5].map((form) => ({
    name: `a deposit address as ${JSON.stringify(form)}`,
    make: addressed(form),
    refused: unverified,
  })),
  { name: 'no chain', make: data(without('chainId')), refused: mismatch('steps[0].data.chainId') },
  { name: 'no value', make: data(without('value')), refused: mismatch('steps[0].data.value') },
]
