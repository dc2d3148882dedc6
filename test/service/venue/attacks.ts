// Each changes one field of an honest quote, as a service that lies would; `path` is the field that is refused.
import { padAddress } from '../../../src/index.js'
import { thief } from './support.js'

export type Attack = {
  name: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: a liar's quote has any shape.
  change: (quote: any) => void
  error?: 'UnknownRouterError'
}

const sign = 'steps[0].items[0].data.sign'
const post = 'steps[0].items[0].data.post'
const transfer = 'steps[1].items[0].data'
const parameters = `${transfer}.action.parameters`
const order = 'protocol.v2.orderData'
const otherWord = `0x${'77'.repeat(32)}`
const otherNonce = 1784937600124

/** Names a thief's contract as the router that fills. */
function routes(path: string): Attack {
  return { ...set(path, padAddress(thief)), error: 'UnknownRouterError' }
}

/** Sets `value` at `path`; undefined removes it. */
function set(path: string, value: unknown, at = path, name = `${path} = ${JSON.stringify(value)}`): Attack {
  const keys = path.replaceAll('[', '.').replaceAll(']', '').split('.')
  const last = keys.pop() as string
  return {
    name,
    path: at,
    change(quote) {
      let target = quote
      for (const key of keys) target = target[key]
      if (value === undefined) delete target[last]
      else target[last] = value
    },
  }
}

const mappingFields = [
  { name: 'chainId', type: 'string' },
  { name: 'wallet', type: 'address' },
  { name: 'depositor', type: 'address' },
  { name: 'id', type: 'bytes32' },
  { name: 'nonce', type: 'uint256' },
]
const mappingTypes = `${sign}.types.NonceMapping`
const transferTypes = `${transfer}.eip712Types.VenueTransaction:SendAsset`

export const attacks: Attack[] = [
  // The steps.
  { name: 'no steps', path: 'steps', change: (quote) => quote.steps.splice(0) },
  { name: 'authorize alone', path: 'steps', change: (quote) => quote.steps.pop() },
  { name: 'deposit alone', path: 'steps', change: (quote) => quote.steps.shift() },
  { name: 'a third step', path: 'steps', change: (quote) => quote.steps.push(quote.steps[1]) },
  { name: 'the other order', path: 'steps[0].id', change: (quote) => quote.steps.reverse() },
  set('steps[0].id', 'authorize1'),
  set('steps[1].id', 'send'),
  set('steps[0].kind', 'transaction'),
  set('steps[1].kind', 'signature'),
  set('steps[0].requestId', undefined),
  set('steps[1].requestId', otherWord),
  set('steps[1].requestId', undefined),
  { name: 'no item', path: 'steps[0].items', change: (quote) => quote.steps[0].items.pop() },
  {
    name: 'a second item',
    path: 'steps[1].items',
    change: ({ steps }) => steps[1].items.push(steps[1].items[0]),
  },
  set('steps[0].items[0].data', undefined),
  set('steps[1].items[0].data', undefined),

  // What the first signature says.
  set(`${sign}.signatureKind`, 'eip191', `${sign}.message`),
  set(`${sign}.signatureKind`, 'raw'),
  set(sign, { signatureKind: 'eip191', message: otherWord }, `${sign}.signatureKind`, 'a message of bytes'),
  set(`${sign}.domain.name`, 'Permit2'),
  set(`${sign}.domain.name`, undefined, `${sign}.domain`),
  set(`${sign}.domain.version`, '1'),
  set(`${sign}.domain.version`, 2),
  set(`${sign}.domain.verifyingContract`, thief),
  set(`${sign}.domain.verifyingContract`, undefined, `${sign}.domain`),
  set(`${sign}.domain.salt`, otherWord, `${sign}.domain`),
  set(`${sign}.primaryType`, 'Permit'),
  set(`${sign}.types.Permit`, [{ name: 'spender', type: 'address' }], `${sign}.types`),
  set(`${sign}.types`, {}),
  set(mappingTypes, mappingFields.slice(1)),
  set(mappingTypes, [...mappingFields, { name: 'spender', type: 'address' }]),
  set(mappingTypes, mappingFields.toReversed()),
  set(mappingTypes, [{ name: 'chainId', type: 'uint256' }, ...mappingFields.slice(1)]),
  set(mappingTypes, [{ name: 'chain', type: 'string' }, ...mappingFields.slice(1)]),
  set(mappingTypes, [{ name: 'chainId, address wallet', type: 'string' }, ...mappingFields.slice(2)]),
  set(`${sign}.value.chainId`, 'ethereum'),
  set(`${sign}.value.chainId`, undefined),
  set(`${sign}.value.wallet`, thief),
  set(`${sign}.value.depositor`, thief),
  set(`${sign}.value.depositor`, undefined),
  set(`${sign}.value.id`, otherWord),
  set(`${sign}.value.nonce`, otherNonce, `${post}.body.nonce`),
  set(`${sign}.value.nonce`, 0),
  set(`${sign}.value.nonce`, 1.5),
  set(`${sign}.value.nonce`, 2 ** 53),
  set(`${sign}.value.nonce`, '1784937600123'),

  // Where the first signature goes.
  set(`${post}.endpoint`, '/execute/permits'),
  set(`${post}.endpoint`, 'https://thief.example/authorize'),
  set(`${post}.endpoint`, '/authorize/'),
  set(`${post}.method`, 'GET'),
  set(`${post}.body.type`, 'permit'),
  set(`${post}.body.walletChainId`, 1),
  set(`${post}.body.wallet`, thief),
  set(`${post}.body.depositor`, thief),
  set(`${post}.body.nonce`, otherNonce),
  set(`${post}.body.id`, otherWord),

  // The transfer.
  set(`${transfer}.action.type`, 'usdSend'),
  set(`${transfer}.action.type`, 'approveAgent'),
  set(`${transfer}.nonce`, otherNonce),
  set(`${transfer}.eip712PrimaryType`, 'VenueTransaction:ApproveAgent'),
  set(`${transfer}.eip712Types`, {}),
  set(
    `${transfer}.eip712Types.VenueTransaction:ApproveAgent`,
    [{ name: 'agentAddress', type: 'address' }],
    `${transfer}.eip712Types`,
  ),
  {
    name: 'a type with one field less',
    path: transferTypes,
    change: ({ steps }) => steps[1].items[0].data.eip712Types['VenueTransaction:SendAsset'].pop(),
  },
  {
    name: 'a type with one field more',
    path: transferTypes,
    change: ({ steps }) =>
      steps[1].items[0].data.eip712Types['VenueTransaction:SendAsset'].push({ name: 'type', type: 'string' }),
  },
  {
    name: 'a type in another order',
    path: transferTypes,
    change: ({ steps }) => steps[1].items[0].data.eip712Types['VenueTransaction:SendAsset'].reverse(),
  },
  {
    name: 'a nonce of another width',
    path: transferTypes,
    change: ({ steps }) => {
      steps[1].items[0].data.eip712Types['VenueTransaction:SendAsset'][7].type = 'uint256'
    },
  },
  set(`${parameters}.venueChain`, 'Testnet'),
  set(`${parameters}.venueChain`, undefined, parameters),
  set(`${parameters}.destination`, thief),
  set(`${parameters}.destination`, ''),
  {
    name: 'the other balance',
    path: `${parameters}.sourceDex`,
    change({ steps }) {
      const { parameters } = steps[1].items[0].data.action
      parameters.sourceDex = parameters.sourceDex === '' ? 'spot' : ''
    },
  },
  set(`${parameters}.destinationDex`, 'xyz'),
  set(`${parameters}.token`, 'PURR:0x6d1e7cde53ba9467b783cb7c530ce054'),
  set(`${parameters}.token`, 'USDC:0xc1fb593aeffbeb02f85e0308e9956a90'),
  set(`${parameters}.token`, 'USDC'),
  set(`${parameters}.amount`, '10.00000001'),
  set(`${parameters}.amount`, '9.99999999'),
  set(`${parameters}.amount`, '100'),
  set(`${parameters}.amount`, '1e1'),
  set(`${parameters}.amount`, '-10'),
  set(`${parameters}.amount`, '10.000000000000001'),
  set(`${parameters}.amount`, ''),
  set(`${parameters}.amount`, 10),
  set(`${parameters}.fromSubAccount`, thief),
  set(`${parameters}.nonce`, otherNonce),
  set(`${parameters}.nonce`, '1784937600123'),
  set(`${parameters}.vault`, thief, parameters),
  set(`${parameters}.type`, 'usdSend', parameters),
  set(`${parameters}.signatureChainId`, '0x1', parameters),
  set(`${parameters}.fromSubAccount`, undefined, parameters),

  // The order that the id stands for.
  set('protocol', undefined, 'protocol.v2'),
  set('protocol.v2.orderId', otherWord),
  set(`${order}.solver`, thief),
  {
    name: 'a second input',
    path: `${order}.inputs`,
    change: ({ protocol }) => {
      const { inputs } = protocol.v2.orderData
      inputs.push(inputs[0])
    },
  },
  {
    name: 'an input on another chain',
    path: `${order}.inputs[0].payment.chainId`,
    change({ protocol }) {
      Object.assign(protocol.v2.orderData.inputs[0].payment, { chainId: 'base', currency: thief })
    },
  },
  set(`${order}.inputs[0].payment.currency`, '0x0d01dc56dcaaca66ad901c959b4011ec'),
  set(`${order}.inputs[0].payment.amount`, '1000000001'),
  set(`${order}.inputs[0].payment.amount`, '999999999'),
  set(`${order}.inputs[0].payment.amount`, '0'),
  set(`${order}.inputs[0].refunds`, []),
  set(`${order}.inputs[0].refunds[0].recipient`, thief),
  set(`${order}.inputs[0].refunds[1].recipient`, thief),
  routes(`${order}.inputs[0].refunds[0].extraData`),
  set(`${order}.output.chainId`, 'optimism'),
  {
    name: 'a second payment',
    path: `${order}.output.payments`,
    change: ({ protocol }) => {
      const { payments } = protocol.v2.orderData.output
      payments.push({ ...payments[0], recipient: thief })
    },
  },
  set(`${order}.output.payments`, []),
  set(`${order}.output.payments[0].recipient`, thief),
  set(`${order}.output.payments[0].currency`, thief),
  set(`${order}.output.payments[0].minimumAmount`, '0'),
  set(`${order}.output.payments[0].minimumAmount`, '9899999'),
  // Calls that no fill contract makes.
  set(`${order}.output.calls`, [otherWord], `${order}.output.extraData`),
  routes(`${order}.output.extraData`),
  set('protocol.v2.paymentDetails.chainId', 'base'),
  set('protocol.v2.paymentDetails.depository', thief),
  set('protocol.v2.paymentDetails.currency', thief),
  set('protocol.v2.paymentDetails.amount', '1'),
  set('details.currencyOut.minimumAmount', '-1'),
  set('details.currencyIn.amount', '1'),
  set('details.currencyIn.currency.decimals', 6),
]
