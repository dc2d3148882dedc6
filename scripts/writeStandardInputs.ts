import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locateStandardInput, type PublishedName } from '../src/deploy/verify/standardInput.js'
import { describeInput } from './standardInput.js'

const contracts: Record<PublishedName, string> = {
  attestedOrderReceiver: 'AttestedOrderReceiver',
  signedOrderReceiver: 'SignedOrderReceiver',
  inboxReceiver: 'InboxReceiver',
  inbox: 'Inbox',
  registeredTermsReceiver: 'RegisteredTermsReceiver',
  paymentGuard: 'PaymentGuard',
  receiverFactory: 'ReceiverFactory',
}

/** Writes the inputs for `deploy --verify` into `dist`, from Hardhat's build. */
export async function writeStandardInputs(): Promise<void> {
  for (const [name, contract] of Object.entries(contracts)) {
    const path = fileURLToPath(locateStandardInput(name as PublishedName))
    await mkdir(dirname(path), { recursive: true })
    // Tests run in parallel, and must not read a partial file.
    const part = `${path}.${process.pid}`
    await writeFile(part, JSON.stringify(await describeInput(contract)))
    await rename(part, path)
  }
}
