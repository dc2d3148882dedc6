import type { Address, TypedDataDefinition } from 'viem'
import { toBytes, toList, toRecord } from '../../base/values.js'
import { readAmount } from '../../rules/differences.js'
import { permit2Types, transferTypes } from '../../rules/paysFor/permitRule.js'
import type { PermitData, QuoteFacts } from '../../rules/paysFor/quoteFacts.js'

/** Writes the typed data of a permit that `permitRule` accepted. The wallet signs only values that the rule checked. */
export function toTypedData(
  { domain: { name, version, chainId, verifyingContract }, primaryType, value }: PermitData['sign'],
  { spend, permitSpenders }: QuoteFacts,
): TypedDataDefinition {
  const domain = {
    ...(name !== undefined && { name: name as string }),
    ...(version !== undefined && { version: version as string }),
    chainId: chainId as number,
    verifyingContract: verifyingContract as Address,
  }
  if (primaryType === 'TransferWithAuthorization') {
    const { to, nonce } = value
    const message = {
      from: spend.user,
      to,
      value: readAmount(value.value),
      validAfter: readAmount(value.validAfter),
      validBefore: readAmount(value.validBefore),
      nonce,
    }
    return { domain, types: transferTypes, primaryType, message }
  }
  const spender = toBytes(value.spender)!
  const { witness } = permitSpenders.find(({ address }) => address.toLowerCase() === spender)!
  const { amount } = toRecord(toList(value.permitted)[0])!
  const message = {
    permitted: [{ token: spend.currency, amount: readAmount(amount) }],
    spender,
    nonce: readAmount(value.nonce),
    deadline: readAmount(value.deadline),
    witness: value.witness,
  }
  return { domain, types: permit2Types(witness), primaryType, message }
}
