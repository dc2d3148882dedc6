import * as z from 'zod'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { FindOrder } from '../../watch/judge/parameters.js'
import { UsageError } from '../errors.js'
import { readUrlOption } from '../options.js'
import { openOrders } from '../orders/openOrders.js'
import { printable } from '../output.js'
import { readJsonFile } from '../readJsonFile.js'
import { openInboxes, type ReadList } from './openInboxes.js'
import {
  type JobOptions,
  type JobRequest,
  type NameOption,
  readJobOptions,
  readPerSecond,
  type WatchOptions,
} from './readWatchOptions.js'

/** The nodes of a chain, and the receivers to watch there. */
export type ChainPlan = {
  /** Undefined if the id comes from the node. */
  id: number | undefined
  rpcUrls: readonly string[]
  perSecond: number | undefined
  jobs: readonly PlannedJob[]
}

export type PlannedJob = JobRequest & { findOrder: FindOrder; readList: ReadList | undefined }

export type Plan = { chains: readonly ChainPlan[]; servicePerSecond: number | undefined }

/** Reads the plan from the options of one job, or from the file of `--jobs`. @throws {@link UsageError} */
export async function readPlan(options: WatchOptions, profile: ServiceProfile): Promise<Plan> {
  if (options.jobs !== undefined) return readJobsFile(options, options.jobs, profile)
  const name: NameOption = toOption
  if (!options.rpcUrl) throw new UsageError('--rpc-url is required, or a file of jobs with --jobs.')
  const rpcUrls = options.rpcUrl.map((url) => readUrlOption('--rpc-url', url))
  const perSecond = readPerSecond('--per-second', options.perSecond)
  const request = readJobOptions(options, profile, name)
  if (options.claimDelay !== undefined && options.inboxes === undefined) {
    throw new UsageError('--claim-delay goes with --inboxes.')
  }
  const jobs = [{ ...request, findOrder: await openOrders(options.order), readList: await openList(request) }]
  return { chains: [{ id: undefined, rpcUrls, perSecond, jobs }], servicePerSecond: undefined }
}

async function openList({ inboxes, receiver }: JobRequest): Promise<ReadList | undefined> {
  return inboxes === undefined ? undefined : openInboxes(inboxes, receiver)
}

function toOption(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

const text = z.string({ error: 'must be text' })
const number = z.number({ error: 'must be a number' })
const texts = z.union([text, z.array(text, { error: 'must be text or a list of texts' }).min(1)], {
  error: 'must be text or a list of texts',
})
const jobFields = {
  untilBlock: z.union([number, z.literal('latest')], { error: 'must be a number or latest' }).optional(),
  webhook: text.optional(),
  out: text.optional(),
  url: text.optional(),
  order: text.optional(),
  solver: texts.optional(),
  grace: number.optional(),
  inboxes: text.optional(),
  claimDelay: number.optional(),
  confirmations: number.optional(),
  lookback: number.optional(),
  pollInterval: number.optional(),
  patience: number.optional(),
  maxLag: number.optional(),
} satisfies Record<Exclude<keyof JobOptions, 'receiver' | 'fromBlock'>, z.ZodType>

/** The options that a file of jobs can set for each job. */
const jobOptions = ['receiver', 'fromBlock', ...Object.keys(jobFields)] as (keyof JobOptions)[]

const positive = number.positive({ error: 'must be above 0' })
const list = { error: 'must be a list with one or more entries' }
const schema = z.strictObject(
  {
    servicePerSecond: positive.optional(),
    defaults: z.strictObject({ fromBlock: number.optional(), ...jobFields }).optional(),
    chains: z
      .array(
        z.strictObject({
          id: z.int({ error: 'must be a whole number' }).positive({ error: 'must be above 0' }),
          rpcUrl: texts,
          perSecond: positive.optional(),
          jobs: z
            .array(z.strictObject({ receiver: text, fromBlock: number.optional(), ...jobFields }), list)
            .min(1, list),
        }),
        list,
      )
      .min(1, list),
  },
  { error: 'must be an object' },
)

async function readJobsFile(options: WatchOptions, path: string, profile: ServiceProfile): Promise<Plan> {
  const given = [...jobOptions, 'rpcUrl' as const, 'perSecond' as const].find(
    (name) => options[name] !== undefined,
  )
  if (given) throw new UsageError(`${toOption(given)} belongs in the file of --jobs, for each job.`)
  const value = await readJsonFile('--jobs', path)
  if (value === undefined) throw new UsageError(`${printable(path)} is not JSON.`)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw explainIssue(path, parsed.error.issues[0]!)
  const { chains, defaults = {}, servicePerSecond } = parsed.data
  const orders = new Map<string | undefined, FindOrder>()
  const places = new Map<string, string>()
  const plans: ChainPlan[] = []
  for (const [index, chain] of chains.entries()) {
    const jobs: PlannedJob[] = []
    for (const [number, job] of chain.jobs.entries()) {
      const place = `chains.${index}.jobs.${number}`
      const fields = toOptions({ ...defaults, ...job })
      const isDefault = (key: string) => !(key in job) && key in defaults
      const name: NameOption = (key) => (isDefault(key) ? `defaults.${key}` : `${place}.${key}`)
      const request = readJobOptions({ ...fields, anyChecksum: options.anyChecksum === true }, profile, name)
      const account = `${chain.id} ${request.receiver}`
      const other = places.get(account)
      if (other) throw new UsageError(`${place}.receiver is the same as in ${other}, on the same chain.`)
      places.set(account, place)
      const findOrder = orders.get(request.order) ?? (await openOrders(request.order))
      orders.set(request.order, findOrder)
      jobs.push({ ...request, findOrder, readList: await openList(request) })
    }
    const urls = typeof chain.rpcUrl === 'string' ? [chain.rpcUrl] : chain.rpcUrl
    const rpcUrls = urls.map((url) => readUrlOption(`chains.${index}.rpcUrl`, url))
    if (plans.some(({ id }) => id === chain.id)) {
      throw new UsageError(
        `chains.${index}.id must differ from the ids of the other chains, found ${chain.id}.`,
      )
    }
    plans.push({ id: chain.id, rpcUrls, perSecond: chain.perSecond, jobs })
  }
  return { chains: plans, servicePerSecond }
}

function explainIssue(path: string, issue: z.core.$ZodIssue): UsageError {
  const place = issue.path.join('.') || 'the file'
  const problem =
    issue.code === 'unrecognized_keys' ? `has no field ${printable(issue.keys.join(', '))}` : issue.message
  return new UsageError(`${printable(path)}: ${printable(place)} ${problem}.`, {
    metaMessages: ['The fields are in docs/watch.md#many-receivers.'],
  })
}

/** Converts numbers to strings, as the command line passes them. */
function toOptions(fields: Record<string, string | number | readonly string[] | undefined>): JobOptions {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (name === 'solver') return [name, typeof value === 'string' ? [value] : value]
    return [name, value === undefined ? undefined : String(value)]
  })
  return Object.fromEntries(entries)
}
