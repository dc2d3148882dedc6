import {
  type Address,
  concatHex,
  encodeAbiParameters,
  getCreate2Address,
  type Hex,
  hexToBigInt,
  keccak256,
  parseAbiParameters,
  slice,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { inboxImplementation } from '../../src/protocol/inbox/inboxImplementation.js'
import type { InboxTerms } from '../../src/protocol/inbox/inboxTerms.js'

const receiver: Address = '0x3333333333333333333333333333333333333333'
const base: InboxTerms = {
  token: zeroAddress,
  recipient: '0x1111111111111111111111111111111111111111',
  hook: false,
  refundTo: '0x2222222222222222222222222222222222222222',
  claimer: zeroAddress,
  deadline: 2 ** 48 - 1,
  minimum: 0n,
  salt: zeroHash,
  data: '0x',
}

const struct = parseAbiParameters([
  'Terms terms',
  'struct Terms { address token; address recipient; bool hook; address refundTo; address claimer; uint48 deadline; uint256 minimum; bytes32 salt; bytes data; }',
])

/** Creates the groups of inboxes: one term changed, and generated terms. Hashes and addresses are made without the library. */
export function makeInboxGroups() {
  const changes: Partial<InboxTerms>[] = [
    {},
    { token: '0x4444444444444444444444444444444444444444' },
    { recipient: '0x4444444444444444444444444444444444444444' },
    { hook: true },
    { refundTo: '0x4444444444444444444444444444444444444444' },
    { claimer: '0x4444444444444444444444444444444444444444' },
    { deadline: 1 },
    { minimum: 2n ** 256n - 1n },
    { salt: keccak256('0x01') },
    { data: '0x00' },
    { data: `0x${'ff'.repeat(33)}` },
  ]
  const changed = changes.map((change) => {
    const [name = 'nothing'] = Object.keys(change)
    return describe(`${name} changed`, receiver, { ...base, ...change }, 'Term')
  })
  const generated = Array.from({ length: 40 }, (_, seed) => generate(seed))
  let tcId = 0
  return [
    { name: 'one term changed', tests: changed },
    { name: 'generated', tests: generated },
  ].map(({ name, tests }) => ({
    type: 'inbox',
    name,
    tests: tests.map((test) => ({ tcId: ++tcId, ...test })),
  }))
}

function generate(seed: number) {
  const word = (field: number): Hex =>
    keccak256(concatHex([toHex(seed, { size: 1 }), toHex(field, { size: 1 })]))
  const account = (field: number): Address => slice(word(field), 12)
  const bytes = concatHex([word(9), word(10), word(11)])
  return describe(
    'generated',
    account(0),
    {
      token: seed % 3 === 0 ? zeroAddress : account(1),
      recipient: account(2),
      hook: seed % 2 === 0,
      refundTo: account(3),
      claimer: seed % 4 === 0 ? zeroAddress : account(4),
      deadline: Number(hexToBigInt(slice(word(5), 26))),
      minimum: hexToBigInt(slice(word(6), seed % 32)),
      salt: word(7),
      data: seed === 0 ? '0x' : slice(bytes, 0, 2 * seed),
    },
    'Generated',
  )
}

function describe(comment: string, from: Address, terms: InboxTerms, flag: string) {
  const inboxHash = keccak256(encodeAbiParameters(struct, [terms]))
  const code = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${inboxImplementation.address.slice(2)}5af43d82803e903d91602b57fd5bf3`
  const inbox = getCreate2Address({ from, salt: inboxHash, bytecode: code as Hex })
  const { deadline, minimum } = terms
  return {
    comment,
    receiver: from,
    terms: { ...terms, deadline: String(deadline), minimum: String(minimum) },
    inboxHash,
    inbox,
    flags: [flag],
  }
}
