import { type Address, type Client, erc20Abi, zeroAddress } from 'viem'
import { getBalance, getChainId, readContract } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { StepFundsError } from '../../service/steps/errors.js'
import { listNeeds, type Need } from '../../service/steps/listNeeds.js'
import type { StepTerms } from '../../service/steps/readTerms.js'
import type { PlannedItem, StepRun } from '../../service/steps/types.js'
import { readAllowance } from './awaitTransaction.js'

const pauseMs = 250
/** How long to read a shortfall again, since a node may lag, and how long to wait for a node's answer, in milliseconds. */
const patienceMs = 3000

/**
 * Rejects steps that the wallet can't pay for. Checks the native value, the token's balance and, if no approval is planned, the
 * allowance.
 *
 * - Reads a shortfall again for a few seconds, since nodes may lag. If a node does not answer within a few seconds, or is on
 *   another chain, the check passes: the wallet and the chain decide.
 * - Warning: gas is not counted, since some wallets do not pay it themselves.
 *
 * @throws {@link StepFundsError} with the first unmet need.
 */
export async function requireFunds(
  client: Client,
  {
    plan,
    terms,
    owner,
    run,
  }: { plan: readonly PlannedItem[]; terms: StepTerms; owner: Address; run: StepRun },
): Promise<void> {
  const open = plan.filter(({ path }) => !run[path])
  const begun = plan.filter(({ path }) => run[path] && run[path].state !== 'done')
  const needs = listNeeds(open, terms, begun)
  if (needs.length === 0) return
  const chainId = terms.origin.id
  if ((await answerOf(getChainId(client))) !== chainId) return
  for (const need of needs) {
    const found = await readPatiently(() => read(client, owner, need), need.required)
    if (found !== undefined && found < need.required) {
      throw new StepFundsError({ ...need, found, owner, chainId })
    }
  }
}

function read(client: Client, owner: Address, { token, spender }: Need): Promise<bigint> {
  if (token === zeroAddress) return getBalance(client, { address: owner })
  if (spender) return readAllowance(client, { token, owner, spender })
  return readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

async function readPatiently(ask: () => Promise<bigint>, required: bigint): Promise<bigint | undefined> {
  const end = Date.now() + patienceMs
  for (;;) {
    const found = await answerOf(ask())
    if (found === undefined || found >= required || Date.now() >= end) return found
    await sleep(pauseMs)
  }
}

/** Returns the answer, or undefined if the node fails or does not answer in time. */
function answerOf<answer>(asked: Promise<answer>): Promise<answer | undefined> {
  const over = new AbortController()
  const late = sleep(patienceMs, over.signal).then(() => undefined)
  return Promise.race([asked, late])
    .catch(() => undefined)
    .finally(() => over.abort())
}
