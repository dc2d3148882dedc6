import { type Hex, keccak256, type LocalAccount, numberToHex, parseSignature, serializeSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signHash } from '../../protocol/signature/signHash.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

type Faulty = Pick<MockContext, 'faults' | 'random'>

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

/** Signs an order. In the public form, the faults of signatures apply to it. */
export async function signQuotedOrder(
  orderId: Hex,
  solver: LocalAccount,
  context: Faulty & Pick<MockContext, 'idForm'>,
): Promise<Hex> {
  if (!isPublic(context.idForm, 'signature')) return signHash(solver, orderId)
  const account = chooseSigner(context, solver)
  const signature = context.faults.take('wrongLayout')
    ? await account.signMessage({ message: { raw: keccak256(orderId) } })
    : await signHash(account, orderId)
  return chooseS(context, signature)
}
