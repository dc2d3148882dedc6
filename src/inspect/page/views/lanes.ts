import { hashMessage } from 'viem'
import { encodeAttestation } from '../../../protocol/attestation/encodeAttestation.js'
import { hashAttestation } from '../../../protocol/attestation/hashAttestation.js'
import { checkRows } from '../../rows/checkRows.js'
import { receiverFindings } from '../../rows/receiverFindings.js'
import { receiverRows } from '../../rows/receiverRows.js'
import { recordRows } from '../../rows/recordRows.js'
import type { Row } from '../../rows/row.js'
import { settlementRows } from '../../rows/settlementRows.js'
import { wordRows } from '../../rows/wordRows.js'
import type { Verification } from '../../verification.js'
import { element } from '../dom.js'
import { checkTable, factList } from './checkTable.js'
import { copyField } from './copyField.js'
import { timeline } from './timeline.js'

/** What was signed, what the chain measured, and what the service says. */
export function lanes(verification: Verification, now: number): HTMLElement {
  return element(
    'div',
    { class: 'lanes' },
    lane('Signed', ...signed(verification, now)),
    lane('Measured on the chain', ...measured(verification, now)),
    lane('Said by the service', ...said(verification)),
  )
}

function lane(title: string, ...content: HTMLElement[]): HTMLElement {
  return element('section', { class: 'lane', 'aria-label': title }, element('h3', {}, title), ...content)
}

function signed(verification: Verification, now: number): HTMLElement[] {
  const { attestation, decoded, order, requestId } = verification
  const hash = hashAttestation(attestation)
  const words = wordRows(attestation, decoded).filter(([name]) => name !== 'requestId')
  return [
    factList([
      ['requestId', requestId],
      ['order id', order?.orderId ?? "can't tell"],
    ]),
    checkTable('Checks of the attestation and the order', checkRows(verification, now)),
    element('h4', {}, `Signed words, layout ${attestation.layout}`),
    factList(words),
    copyField('preimage', encodeAttestation(attestation)),
    copyField('hash', hash),
    copyField('digest', hashMessage({ raw: hash })),
    copyField('signature', attestation.signature ?? 'none'),
  ]
}

function measured(verification: Verification, now: number): HTMLElement[] {
  const { onchain } = verification
  if (!onchain) return [element('p', {}, "Can't tell: no node and receiver are named.")]
  const rows = receiverRows({ ...verification, onchain }, now).map(
    (row): Row => ({ ...row, ...receiverFindings(row.name, verification, now) }),
  )
  const { settlement } = onchain
  return [
    factList([['receiver', onchain.receiver]]),
    checkTable('Receiver', rows),
    ...(settlement
      ? [checkTable(`Settlement of ${settlement.transactionHash}`, settlementRows(settlement))]
      : [element('p', {}, "Settlement: can't tell without the order and the fill's transaction.")]),
  ]
}

function said({ record, notes }: Verification): HTMLElement[] {
  return [
    ...(record
      ? [
          factList(recordRows(record).map(({ name, text }) => [name, text] as const)),
          ...(record.timeline.length > 1 ? [timeline(record.timeline)] : []),
        ]
      : [element('p', {}, "Can't tell: no service was asked, or it did not answer.")]),
    ...notes.map((note) => element('p', { class: 'note' }, note)),
  ]
}
