import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import type { PolicyLists } from '../../deploy/config/kindConfigs.js'
import { warn } from '../output.js'
import type { DeployTarget } from './target.js'

type WarnOfListsParameters = Pick<DeployTarget, 'chain' | 'wanted' | 'profileName' | 'unfilled'> & {
  /** The policy to check: the configured policy, or the policy that was read from the receiver. */
  policy: PolicyLists & Pick<DeployTarget['policy'], 'recipientRoot' | 'roles'>
}

/**
 * Warns of empty lists that block payments or let payments go astray, of lists that the profile could not fill, and of
 * recipients that can never be paid.
 */
export function warnOfLists({ chain, wanted, policy, profileName, unfilled }: WarnOfListsParameters): void {
  const warnOf = (text: string) => warn(`warning: chain ${chain.id}: ${text}`)
  for (const [list, entries, effect] of listNeeded(wanted.kind, policy)) {
    if (entries.length === 0) warnOf(`no ${list}, so ${effect}.`)
  }
  if (unfilled.length > 0) {
    const lists = unfilled.map((list) => nouns[list]).join(' and no ')
    warnOf(`the profile ${profileName} has no ${lists} for this chain: only your own entries are set.`)
  }
  const unpaid = new Set([...policy.reserved, ...policy.routers])
  for (const { recipient } of policy.recipients.filter((entry) => unpaid.has(entry.recipient))) {
    const list = policy.reserved.includes(recipient) ? 'reserved' : 'a router'
    warnOf(`the recipient ${recipient} is also ${list}, so it is never paid.`)
  }
}

const nouns = { routers: 'routers', reserved: 'reserved accounts' }

type NeededList = [name: string, entries: readonly unknown[], effect: string]

function listNeeded(
  kind: DeployTarget['wanted']['kind'],
  policy: WarnOfListsParameters['policy'],
): NeededList[] {
  const { solvers, routes, tokens, recipients, recipientRoot, chainNames, routers, reserved } = policy
  const refused = `every ${kind === 'paymentGuard' ? 'payment' : 'fill'} is refused`
  if (kind === 'paymentGuard') {
    return [
      ['solvers', solvers, refused],
      ['recipients', policy.paidRecipients, refused],
    ]
  }
  const names: NeededList = ['chainNames', chainNames, refused]
  const ofRouters = (effect: string): NeededList => [nouns.routers, routers, effect]
  const own: Record<ReceiverKind, NeededList[]> = {
    signedOrderReceiver: [
      names,
      ofRouters(
        'every order that names a router as its fill contract is refused, which orders of the public service do',
      ),
    ],
    inboxReceiver: [names],
    attestedOrderReceiver: [
      ofRouters('every authorized order that names a router as its fill contract is refused'),
    ],
    registeredTermsReceiver: [['registrars', policy.roles.registrar ?? [], refused]],
  }
  return [
    ['solvers', solvers, refused],
    ['routes', routes, refused],
    ['tokens', tokens, refused],
    ['recipients', BigInt(recipientRoot ?? 0) === 0n ? recipients : [recipientRoot], refused],
    ...own[kind],
    [nouns.reserved, reserved, 'nothing but the list of recipients keeps a payment from the depository'],
  ]
}
