// Every function that an entry exports, with each option of a wrong type or unit.
import { expect } from 'chai'
import * as batch from '../../src/batch/index.js'
import * as client from '../../src/client/index.js'
import * as contract from '../../src/contract/index.js'
import * as deploy from '../../src/deploy/index.js'
import * as ignition from '../../src/ignition/index.js'
import * as fillproof from '../../src/index.js'
import * as mock from '../../src/mock/index.js'
import * as testing from '../../src/testing/index.js'
import * as watch from '../../src/watch/index.js'
import * as webhooks from '../../src/webhooks/index.js'
import { makeArguments, readExampleArguments } from './arguments.js'
import { listFunctions, type Option } from './listFunctions.js'
import { listMistakes, tell } from './wrongValues.js'

const entries = { '.': fillproof, batch, client, contract, deploy, ignition, mock, testing, watch, webhooks }
const files = Object.keys(entries).map((entry) => [entry, `src${entry === '.' ? '' : `/${entry}`}/index.ts`])

/** Parameters that another function of ours has made: they are not options. */
const madeByUs: Record<string, string> = {
  'isStatusEvent 0': 'verifyWebhook',
  'payReceiver 0': 'createServiceClient',
  'wantedPolicy 0': 'readDeployConfig',
  'planDeployment 0': 'readDeployConfig',
  'estimateDeployment 0': 'createChain',
  'estimateDeployment 1': 'planDeployment',
  'findPending 0': 'createChain',
  'findPending 2': 'wantedPolicy',
}

const judged = 'what is wrong with evidence is a row of the verdict, which is not ok'
const evidence = [
  'attestation',
  'signature',
  'orderData',
  'evmChains',
  'orderSignature',
  'terms',
  'termsSignature',
  'recipientProof',
  'inboxTerms',
]
const ofOurs = 'another function of ours made it, and an empty one does not happen'

/** Values that are taken, each with the reason: of an option, or of an option and one value. */
const exceptions: Record<string, string> = {
  ...Object.fromEntries(evidence.map((name) => [`inspectFill ${name}`, judged])),
  ...Object.fromEntries(evidence.map((name) => [`inspectPayment ${name}`, judged])),
  'createServiceClient quoteVersion, undefined': 'it is v2; an overload for v3 requires it',
  'readCallEvidence quote, an object': ofOurs,
  'readInboxEvidence quote, an object': ofOurs,
  'readInboxEvidence evidence, an object': ofOurs,
  'payReceiver authorizer, undefined':
    'a receiver of inboxes takes none, so that the receiver is asked first',
  'planChanges policy, an object': ofOurs,
  'planChanges wanted, an object': ofOurs,
  'sendChanges chain, an object': ofOurs,
  'readReceiver chain, an object': ofOurs,
  'readReceiver wanted, an object': ofOurs,
  'readDeployConfig chain, an object': 'a profile need not have anything of a chain',
  'paySigned orderSignature, undefined': 'InvalidSignatureError says that there is none',
  'signWebhook body, a list': 'any JSON is signed',
  'runDeployment chain, an object': ofOurs,
  'runDeployment plan, an object': ofOurs,
}

const found = listFunctions(Object.fromEntries(files))
const isClient = (options: readonly Option[]) => options.some(({ name }) => name === 'transport')

describe('options of a wrong type', () => {
  let examples: Map<string, unknown[]>
  before(async () => {
    examples = await readExampleArguments(entries)
    for (const [name, given] of Object.entries(makeArguments(testing))) examples.set(name, given)
  })

  it('default: finds the functions of every entry', () => {
    expect(new Set(found.map(({ entry }) => entry))).deep.equal(
      new Set(Object.keys(entries).filter((entry) => entry !== 'ignition')),
    )
    expect(found.length).greaterThan(90)
  })

  for (const { entry, name, parameters } of found) {
    it(`error: ${entry} ${name}`, async () => {
      const called = (entries[entry as keyof typeof entries] as Record<string, unknown>)[name] as (
        ...given: unknown[]
      ) => unknown
      const wrong: string[] = []
      const checked = parameters.filter(
        ({ index, options }) => !isClient(options) && !madeByUs[`${name} ${index}`],
      )
      const given = examples.get(name)
      expect(given !== undefined || checked.length === 0, `arguments of ${name}`).equal(true)
      for (const { index, option, what, value } of listMistakes(checked)) {
        const place = `${option.name}, ${what}`
        if (exceptions[`${name} ${option.name}`] || exceptions[`${name} ${place}`]) continue
        const values = [...given!]
        values[index] = { ...(given![index] as object), [option.name]: value }
        const told = await tell(() => called(...values), what === 'an object' ? '' : option.name)
        if (told) wrong.push(`${place}: ${told}`)
      }
      expect(wrong).deep.equal([])
    })
  }
})
