import type { Address } from 'viem'
import { toRecord } from '../../base/values.js'
import { RecipientFieldError } from './errors.js'
import { createRecipientList, type RecipientList } from './recipientList.js'

/** Reads `recipients`. Each address may occur only once. @throws {@link RecipientFieldError}, {@link DuplicateRecipientError} */
export function readRecipients(receiver: Address, recipients: unknown): RecipientList {
  const list = createRecipientList(receiver)
  if (!Array.isArray(recipients)) {
    throw new RecipientFieldError({ field: 'recipients', value: recipients, requirement: 'an array' })
  }
  for (const [index, item] of recipients.entries()) {
    const field = `recipients[${index}]`
    const recipient = toRecord(item)
    if (!recipient) throw new RecipientFieldError({ field, value: item, requirement: 'an object' })
    const { address, hook = false } = recipient
    if (typeof hook !== 'boolean') {
      throw new RecipientFieldError({ field: `${field}.hook`, value: hook, requirement: 'true or false' })
    }
    list.add(address, hook, `${field}.address`)
  }
  return list.sort()
}
