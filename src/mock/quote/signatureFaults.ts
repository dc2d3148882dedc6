import { type Hex, keccak256, type LocalAccount, numberToHex, parseSignature, serializeSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { signOrder } from '../../protocol/order/signOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

type Faulty = Pick<MockContext, 'faults' | 'random'>

/** Returns the solver, or another key if the fault is set. */
export function chooseSigner({ faults, random }: Faulty, solver: LocalAccount): LocalAccount {
  return faults.take('forgedSigner') ? privateKeyToAccount(random.bytes32('forged signer')) : solver
}

/** Returns the signature, or its high-s form if the fault is set. */
export function chooseS({ faults }: Pick<Faulty, 'faults'>, signature: Hex): Hex {
  if (!faults.take('highS')) return signature
  const { r, s, yParity } = parseSignature(signature)
  return serializeSignature({
    r,
    s: numberToHex(curveOrder - BigInt(s), { size: 32 }),
    yParity: yParity === 0 ? 1 : 0,
  })
}

/** Signs an order, or what the faults make of it where signed orders are the evidence. */
export async function signQuotedOrder(
  orderData: OrderData,
  solver: LocalAccount,
  context: Faulty & Pick<MockContext, 'idForm'>,
): Promise<Hex> {
  if (!isPublic(context.idForm, 'signature')) return signOrder({ orderData, account: solver })
  const account = chooseSigner(context, solver)
  const signature = context.faults.take('wrongLayout')
    ? await account.signMessage({ message: { raw: keccak256(hashOrder(orderData)) } })
    : await signOrder({ orderData, account })
  return chooseS(context, signature)
}
